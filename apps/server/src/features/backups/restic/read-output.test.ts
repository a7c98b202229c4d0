import { expect, it } from 'vitest'
import { readLine } from './read-output.ts'

const point = { id: 'a'.repeat(64), time: '2026-11-27T03:00:00.123456789Z' }

it('reads the recovery points that restic kept', () => {
  const line = JSON.stringify([{ tags: null, keep: [point], remove: null }, { keep: null }])
  const at = new Date('2026-11-27T03:00:00.123Z')
  expect(readLine(line)).toEqual({ kind: 'points', points: [{ id: point.id, at }] })
})

it('takes more recovery points than a plan can keep for text', () => {
  const group = { keep: Array.from({ length: 600 }, () => point) }
  expect(readLine(JSON.stringify([group]))).toMatchObject({ kind: 'points' })
  expect(readLine(JSON.stringify([group, group]))).toMatchObject({ kind: 'text' })
})

it('takes for text whatever is no message of restic', () => {
  for (const line of ['', 'Fatal: wrong password', '{', '{"message_type":"other"}', '[1]', 'null'])
    expect(readLine(line)).toEqual({ kind: 'text', text: line })
})
