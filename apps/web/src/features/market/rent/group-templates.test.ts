import { expect, it } from 'vitest'
import { aTemplate } from '../../../testing/renter-samples.ts'
import { anOwnTemplate } from '../../../testing/template-samples.ts'
import { groupTemplates } from './group-templates.ts'

const lab = anOwnTemplate()
const shell = aTemplate()
const theirs = anOwnTemplate({ access: 'public' })

it('groups templates by whose they are, those of others first', () => {
  expect(groupTemplates([shell, lab, theirs], '')).toEqual([
    { title: 'Public', templates: [theirs] },
    { title: 'Your templates', templates: [lab] },
    { title: 'Predefined', templates: [shell] },
  ])
})

it('finds templates that have all words in their names, tags or image', () => {
  const found = (search: string) =>
    groupTemplates([shell, lab], search).flatMap(({ templates }) => templates)
  expect(found('LAB notebook')).toEqual([lab])
  expect(found('gridloom/base')).toEqual([shell])
  expect(found('lab base')).toEqual([])
})
