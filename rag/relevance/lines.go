package relevance

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
)

// line is a line of a file, without its end.
type line struct {
	number int   // from 1
	offset int64 // in bytes, of its start
	text   []byte
}

// lines yields the lines of a text that are not blank, one at a time and of
// any length; text holds until the next. An error ends the sequence.
func lines(r io.Reader) iter.Seq2[line, error] {
	return func(yield func(line, error) bool) {
		reader := bufio.NewReaderSize(r, 1<<16)
		current := line{}
		for {
			text, err := reader.ReadBytes('\n')
			if err != nil && !errors.Is(err, io.EOF) {
				yield(line{}, err)
				return
			}
			current.number++
			current.text = bytes.TrimRight(text, "\r\n")
			if len(bytes.TrimSpace(current.text)) > 0 && !yield(current, nil) || err != nil {
				return
			}
			current.offset += int64(len(text))
		}
	}
}

// eachLine calls use with every line of a file. Errors name the file, but not
// where it lies, and the line.
func eachLine(path string, use func(line) error) error {
	file, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("open %s: %w", filepath.Base(path), cause(err))
	}
	defer file.Close()
	return eachLineOf(file, filepath.Base(path), use)
}

func eachLineOf(r io.Reader, name string, use func(line) error) error {
	for current, err := range lines(r) {
		if err != nil {
			return fmt.Errorf("read %s: %w", name, cause(err))
		}
		if err := use(current); err != nil {
			return fmt.Errorf("%s: line %d: %w", name, current.number, err)
		}
	}
	return nil
}

// cause is an error of the file system without the path it holds.
func cause(err error) error {
	if path, ok := errors.AsType[*os.PathError](err); ok {
		return path.Err
	}
	return err
}

// entry is a line of corpus.jsonl or queries.jsonl.
type entry struct {
	ID    string `json:"_id"`
	Title string `json:"title"`
	Text  string `json:"text"`
}

func parseEntry(text []byte) (entry, error) {
	var e entry
	if err := json.Unmarshal(text, &e); err != nil {
		return entry{}, err
	}
	if e.ID == "" {
		return entry{}, errors.New("no _id")
	}
	return e, nil
}
