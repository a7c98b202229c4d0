import { describe, expect, it } from 'vitest'
import { createTextTail } from './text-tail.ts'

describe('text that is searched for stop strings', () => {
  it('is emitted at once if there are none', () => {
    expect(sent([], ['Hel', 'lo'])).toEqual(['Hel', 'lo'])
  })

  it('ends before a stop string, and nothing after it is emitted', () => {
    const tail = createTextTail(['END'])
    expect(tail.push('one END two')).toEqual({ text: 'one ', stopped: true })
    expect(tail.rest()).toBe('')
  })

  it('is held back only as far as it may begin a stop string', () => {
    const tail = createTextTail(['</end>'])
    expect(tail.push('a <')).toEqual({ text: 'a ', stopped: false })
    expect(tail.push('/en')).toEqual({ text: '', stopped: false })
    expect(tail.push('d>')).toEqual({ text: '', stopped: true })
  })

  it('is emitted once it turns out to be something else', () => {
    expect(sent(['</end>'], ['a <', '/em> b'])).toEqual(['a ', '</em> b'])
  })

  it('is emitted at the end if it was held back', () => {
    const tail = createTextTail(['stop'])
    expect(tail.push('a sto').text).toBe('a ')
    expect(tail.rest()).toBe('sto')
    expect(tail.rest()).toBe('')
  })

  it('ends at the first of several stop strings', () => {
    const tail = createTextTail(['two', 'one'])
    expect(tail.push('zero one two')).toEqual({ text: 'zero ', stopped: true })
  })

  it('ends at a stop string in parts after a false beginning', () => {
    const tail = createTextTail(['aab'])
    expect(['a', 'a', 'a', 'b'].map((text) => tail.push(text))).toEqual([
      { text: '', stopped: false },
      { text: '', stopped: false },
      { text: 'a', stopped: false },
      { text: '', stopped: true },
    ])
  })

  it('ignores an empty stop string', () => {
    expect(sent([''], ['a', 'b'])).toEqual(['a', 'b'])
  })
})

function sent(stops: string[], texts: string[]): string[] {
  const tail = createTextTail(stops)
  return texts.map((text) => tail.push(text).text)
}
