import { expect, it } from 'vitest'
import { graphemesIn, linkFacets } from './post-record.ts'
import { recordKeyOf } from './record-key.ts'

it('counts the bytes of UTF-8 before a link', () => {
  const [facet] = linkFacets('é👍🏽 https://a.example/ü ok')
  expect(facet?.index).toEqual({ byteStart: 11, byteEnd: 11 + 'https://a.example/'.length + 2 })
})

it('counts what readers see as one character once', () => {
  expect(graphemesIn('👩‍👩‍👧‍👦é🇩🇪')).toBe(3)
})

it('gives every post a key of its own, always the same, in the form that servers accept', () => {
  const keys = Array.from({ length: 1_000 }, (_, at) => recordKeyOf(`post-${at}`))
  expect(new Set(keys).size).toBe(1_000)
  for (const key of keys) expect(key).toMatch(/^[234567abcdefghij][234567a-z]{12}$/)
  expect(recordKeyOf('post-1')).toBe(keys[1])
})
