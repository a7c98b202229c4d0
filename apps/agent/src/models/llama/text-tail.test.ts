import { describe, expect, it } from 'vitest'
import { createTextTail } from './text-tail.ts'

describe('text on its way out', () => {
  it('goes out at once where nothing stops it', () => {
    expect(sent([], ['Hel', 'lo'])).toEqual(['Hel', 'lo'])
  })

  it('ends before a stop string, and nothing behind it goes out', () => {
    const tail = createTextTail(['END'])
    expect(tail.push('one END two')).toEqual({ text: 'one ', stopped: true })
    expect(tail.rest()).toBe('')
  })

  it('holds back what may be the beginning of a stop string, and no more', () => {
    const tail = createTextTail(['</end>'])
    expect(tail.push('a <')).toEqual({ text: 'a ', stopped: false })
    expect(tail.push('/en')).toEqual({ text: '', stopped: false })
    expect(tail.push('d>')).toEqual({ text: '', stopped: true })
  })

  it('lets go what turned out to be something else', () => {
    expect(sent(['</end>'], ['a <', '/em> b'])).toEqual(['a ', '</em> b'])
  })

  it('gives at the end what it held back', () => {
    const tail = createTextTail(['stop'])
    expect(tail.push('a sto').text).toBe('a ')
    expect(tail.rest()).toBe('sto')
    expect(tail.rest()).toBe('')
  })

  it('ends at the first of several, whichever was named first', () => {
    const tail = createTextTail(['two', 'one'])
    expect(tail.push('zero one two')).toEqual({ text: 'zero ', stopped: true })
  })

  it('finds a stop that comes in pieces behind a false beginning', () => {
    const tail = createTextTail(['aab'])
    expect(['a', 'a', 'a', 'b'].map((message) => tail.push(message))).toEqual([
      { text: '', stopped: false },
      { text: '', stopped: false },
      { text: 'a', stopped: false },
      { text: '', stopped: true },
    ])
  })

  it('takes no notice of an empty stop', () => {
    expect(sent([''], ['a', 'b'])).toEqual(['a', 'b'])
  })
})

function sent(stops: string[], texts: string[]): string[] {
  const tail = createTextTail(stops)
  return texts.map((text) => tail.push(text).text)
}
