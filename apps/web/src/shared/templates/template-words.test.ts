import { describe, expect, it } from 'vitest'
import { aTemplate } from '../../testing/renter-samples.ts'
import { readTemplateFields } from './new-template-state.ts'
import { startsText, templateWord, usesText } from './template-words.ts'

describe('the starts of a template', () => {
  it('are told from five starts on, never rounded up', () => {
    expect(startsOf(4, 0)).toBeUndefined()
    expect(startsOf(5, 0)).toBe('100 % of starts succeeded')
    expect(startsOf(299, 1)).toBe('99 % of starts succeeded')
    expect(startsOf(0, 7)).toBe('0 % of starts succeeded')
  })
})

it('counts uses', () => {
  expect([0, 1, 1_240].map((uses) => usesText({ uses }))).toEqual([
    'Not used yet',
    '1 use',
    '1.24k uses',
  ])
})

it('names templates of others by their id in commands', () => {
  expect(templateWord(aTemplate())).toBe('debian-shell')
  expect(templateWord(aTemplate({ access: 'public' }))).toBe(aTemplate().id)
})

describe('fields from another page', () => {
  it('are read one by one: those that are absent stay absent', () => {
    expect(readTemplateFields({ image_path_with_tag: 'debian:12', ports: [80] })).toEqual({
      fields: { image_path_with_tag: 'debian:12', ports: [80] },
      wrong: [],
    })
  })

  it('are left out with a reason where they are invalid or unknown', () => {
    const { fields, wrong } = readTemplateFields({
      template_name: 'Lab',
      image_path_with_tag: 'Not An Image',
      ports: [Number.NaN],
      privileged: true,
      constructor: 1,
    })
    expect(fields).toEqual({ template_name: 'Lab' })
    expect(wrong.map(({ name }) => name)).toEqual([
      'image_path_with_tag',
      'ports',
      'privileged',
      'constructor',
    ])
  })
})

function startsOf(succeeded: number, failed: number): string | undefined {
  return startsText({ starts: { succeeded, failed } })
}
