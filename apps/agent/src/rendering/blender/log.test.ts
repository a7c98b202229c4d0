import { describe, expect, it } from 'vitest'
import { createBlenderLog } from './log.ts'

describe('the log of Blender', () => {
  it('keeps the last complete lines within its limit', () => {
    const log = createBlenderLog([], 100)
    for (let line = 0; line < 1_000; line += 1) log.add(`line ${line}`)
    const text = log.text()
    expect(text.length).toBeLessThanOrEqual(100)
    expect(text).toMatch(/^line \d+\n/)
    expect(text.endsWith('line 998\nline 999\n')).toBe(true)
  })

  it('cuts a line that exceeds the limit', () => {
    const log = createBlenderLog([], 100)
    log.add('x'.repeat(1_000))
    expect(log.text()).toBe(`${'x'.repeat(99)}\n`)
  })

  it('contains no folder of the machine', () => {
    const log = createBlenderLog(['/home/ada/blender-4.2', '/srv/py'])
    log.add('found bundled python: /home/ada/blender-4.2/4.2/python, /srv/py/lib')
    expect(log.text()).toBe('found bundled python: blender/4.2/python, blender/lib\n')
  })

  it('returns its last lines without empty ones', () => {
    const log = createBlenderLog([])
    for (const line of ['one', '', 'two', '  ', 'three']) log.add(line)
    expect(log.lastLines(2)).toEqual(['two', 'three'])
  })
})
