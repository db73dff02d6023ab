// Package quality decides how far a reading can be trusted.
//
// A check never changes a value. It adds a flag, and whoever draws the chart
// decides what to do about it.
package quality

import (
	"math"
	"time"
)

// A Reading is what a station measured in one minute.
type Reading struct {
	Station     string
	Time        time.Time
	Temperature float64 // degrees Celsius
	Humidity    float64 // percent
	Pressure    float64 // hPa at the height of the sensor
	Wind        float64 // m/s, mean over the minute
}

// A Flag names one reason for doubt. Flags are combined with |.
type Flag uint8

const (
	OutOfRange Flag = 1 << iota // outside of what the sensor can measure
	Step                        // changed faster than air does
	Stuck                       // has not moved for hours
	Dew                         // humidity contradicts the temperature
)

// Limits are the thresholds of the checks. The zero value uses the defaults.
type Limits struct {
	MaxStep   float64       // kelvin between neighbouring minutes; default 3
	StuckTime time.Duration // how long a value may stand still; default 3h
}

func (l Limits) withDefaults() Limits {
	if l.MaxStep == 0 {
		l.MaxStep = 3
	}
	if l.StuckTime == 0 {
		l.StuckTime = 3 * time.Hour
	}
	return l
}

// A Checker watches one station. It remembers the previous reading and is not
// safe for concurrent use.
type Checker struct {
	limits     Limits
	last       Reading
	stillSince time.Time
}

// NewChecker returns a Checker that has seen nothing yet.
func NewChecker(l Limits) *Checker {
	return &Checker{limits: l.withDefaults()}
}

// Check returns the doubts about r. Readings must arrive in order of time; an
// earlier one is judged by its range alone.
func (c *Checker) Check(r Reading) Flag {
	flags := rangeCheck(r) | dewCheck(r)
	if !r.Time.After(c.last.Time) {
		return flags
	}
	if !c.last.Time.IsZero() {
		flags |= c.stepCheck(r)
	}
	flags |= c.persistenceCheck(r)
	c.last = r
	return flags
}

func rangeCheck(r Reading) Flag {
	ok := within(r.Temperature, -45, 60) &&
		within(r.Humidity, 0, 102) && // fog reads slightly above 100
		within(r.Pressure, 600, 1085) &&
		within(r.Wind, 0, 75)
	if ok {
		return 0
	}
	return OutOfRange
}

// stepCheck allows more change after a gap, as the square root of its length:
// air wanders, it does not march.
func (c *Checker) stepCheck(r Reading) Flag {
	minutes := r.Time.Sub(c.last.Time).Minutes()
	allowed := c.limits.MaxStep * math.Sqrt(math.Max(1, minutes))
	if math.Abs(r.Temperature-c.last.Temperature) > allowed {
		return Step
	}
	return 0
}

// persistenceCheck finds frozen cups: a wind of the very same value for hours.
func (c *Checker) persistenceCheck(r Reading) Flag {
	if c.stillSince.IsZero() || r.Wind != c.last.Wind {
		c.stillSince = r.Time
	}
	if r.Time.Sub(c.stillSince) >= c.limits.StuckTime {
		return Stuck
	}
	return 0
}

// dewCheck doubts very dry air below freezing, which a wet sensor reports
// while it thaws.
func dewCheck(r Reading) Flag {
	if r.Temperature < 0 && DewPoint(r.Temperature, r.Humidity) < -50 {
		return Dew
	}
	return 0
}

// DewPoint returns the temperature at which the air would be saturated, by the
// Magnus formula; good to 0.4 K between -45 and 60 degrees Celsius.
func DewPoint(celsius, humidity float64) float64 {
	const a, b = 17.62, 243.12
	g := math.Log(math.Max(humidity, 0.1)/100) + a*celsius/(b+celsius)
	return b * g / (a - g)
}

func within(v, low, high float64) bool { return low <= v && v <= high }
