package rag

import "context"

// browse returns passages for a query that says which ones it means and nothing
// to rank them by: those of the documents changed last first, in their order.
func (s *search) browse(ctx context.Context, limit int) ([]ranked, error) {
	var listed []ranked
	for document, err := range s.library.reader.Documents(ctx, DocumentRange{Collections: names(s.states), Newest: true}) {
		if err != nil {
			return nil, err
		}
		if !s.narrowed.allows(document) {
			continue
		}
		_, passages, err := s.library.reader.Document(ctx, document.ID)
		if err != nil {
			return nil, err
		}
		for _, passage := range passages {
			hit := Hit{Passage: passage, Document: document, Score: 1}
			if s.allows(hit) {
				listed = append(listed, ranked{hit, []Part{{"listed", hit.Score}}})
			}
		}
		if len(listed) >= limit {
			return listed[:limit], nil
		}
	}
	return listed, nil
}
