import { describe, expect, it } from 'vitest'
import { problemsLeft } from './failed-attempt.ts'
import { emptyTemplate, type TemplateDraft } from './template-draft.ts'

const submitted: TemplateDraft = {
  ...emptyTemplate,
  templateName: 'Lab',
  name: 'lab',
  image: 'debian:12',
}

describe('the problems of a failed attempt', () => {
  it('stay at fields that are as they were', () => {
    const failed = { submitted, fields: { name: 'It is taken' } }
    const draft = { ...submitted, description: 'More' }
    expect(problemsLeft(draft, failed, undefined)).toEqual({ name: 'It is taken' })
  })

  it('leave fields that changed', () => {
    const fields = { name: 'It is taken', 'env.TOKEN': 'It is wrong', docker_repo_password: 'No' }
    const draft: TemplateDraft = {
      ...submitted,
      name: 'lab-2',
      env: [{ row: 1, name: 'TOKEN', value: 'x' }],
      password: { kind: 'typed', text: 'x' },
    }
    expect(problemsLeft(draft, { submitted, fields }, undefined)).toEqual({})
  })

  it('are found again while the input is corrected', () => {
    const failed = { submitted: { ...submitted, image: '' }, fields: {} }
    const draft = { ...submitted, image: 'Not An Image', ports: 'many' }
    expect(Object.keys(problemsLeft(draft, failed, undefined))).toEqual([
      'image_path_with_tag',
      'ports.0',
    ])
  })
})
