import { expect, it } from 'vitest'
import { withoutPaths } from './without-paths.ts'

it.each([
  ["cannot open '/home/ada/models/a b.gguf'", "cannot open '…'"],
  ['error at file:///opt/gridloom/worker.mjs:12:3', 'error at …'],
  ['no room (/var/lib/x.gguf).', 'no room (…).'],
  ['cannot open C:\\Users\\ada\\model.gguf', 'cannot open …'],
])('removes file paths: %s', (said, reported) => {
  expect(withoutPaths(said)).toContain(reported)
  expect(withoutPaths(said)).not.toMatch(/ada|gridloom|var/)
})

it.each([
  'it makes 12 tokens/s and/or less',
  'ratio 1/2, 100 % / 3 parts',
  'GGML_ASSERT: n_tokens > 0',
  'see https://example.com/help',
])('leaves other text unchanged: %s', (said) => {
  expect(withoutPaths(said)).toBe(said)
})
