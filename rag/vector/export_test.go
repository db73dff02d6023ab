package vector

// NearestOf returns the indexes of the want nearest distances.
func NearestOf(distances []int, want, maxDistance int) (indexes []int) {
	near := newNearest(want, maxDistance)
	for i, distance := range distances {
		if distance <= near.limit {
			near.add(int64(i), distance)
		}
	}
	for _, c := range near.take() {
		indexes = append(indexes, int(c.number))
	}
	return indexes
}
