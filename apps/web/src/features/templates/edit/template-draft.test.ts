import { contentOf } from '@gridloom/domain/templates/content-of'
import { describe, expect, it } from 'vitest'
import { aTemplate } from '../../../testing/renter-samples.ts'
import { anOwnTemplate } from '../../../testing/template-samples.ts'
import { draftOf, draftOfFields, emptyTemplate, type TemplateDraft } from './template-draft.ts'
import { codeBody, toNewTemplate, toTemplateChange } from './to-template.ts'

describe('the input of the editor', () => {
  it.each([
    anOwnTemplate(),
    anOwnTemplate({
      launch_mode: 'entrypoint',
      on_start_script: '',
      docker_entry_point_tags: ['--port', '80 80', ''],
      readiness: { kind: 'exec', command: ['/bin/true', 'a b'], timeout_s: 9 },
      extra_filters: { slots_min: 2, memory_mib_min: 102, price_micro_usd_per_hour_max: 123_457 },
      include_readme: false,
    }),
    anOwnTemplate({
      extra_filters: {
        ...{ kind: 'gpu', vram_mib_min: 24_576, cuda_min: '12.4', region: 'EU,NA' },
        ...{ price_micro_usd_per_hour_min: 1, image: 'debian:12', isolation: 'any', render: 'yes' },
      },
    }),
    aTemplate({ launch_mode: 'entrypoint', on_start_script: '--port 8080' }),
    anOwnTemplate({ launch_mode: 'jupyter', on_start_script: 'make data' }),
  ])('of an unchanged template changes nothing: %#', (template) => {
    expect(toTemplateChange(draftOf(template), template)).toEqual({
      ok: true,
      body: {
        ...contentOf(template),
        name: template.name,
        public_template: template.public_template,
        from_version: template.version,
      },
    })
  })

  it('without a name in commands leaves it to the server', () => {
    const attempt = toNewTemplate(draftWith({ templateName: ' Lab ', image: ' debian:12 ' }))
    expect(attempt).toMatchObject({
      ok: true,
      body: { template_name: 'Lab', image_path_with_tag: 'debian:12', public_template: false },
    })
    expect(attempt).toHaveProperty('body.name', undefined)
    expect(attempt).toHaveProperty('body.docker_repo_password', undefined)
  })

  it('sends what its launch mode uses alone', () => {
    const both = { startScript: 'sleep 1', entryPointArguments: ['-v'] }
    expect(toNewTemplate(lab({ ...both, launchMode: 'shell' }))).toMatchObject({
      body: { on_start_script: 'sleep 1', docker_entry_point_tags: [] },
    })
    expect(toNewTemplate(lab({ ...both, launchMode: 'entrypoint' }))).toMatchObject({
      body: { on_start_script: '', docker_entry_point_tags: ['-v'] },
    })
  })

  it.each<[string, Partial<TemplateDraft>]>([
    ['template_name', { templateName: ' ' }],
    ['name', { name: 'Not A Slug' }],
    ['tags.1', { tags: ['ok', 'not ok'] }],
    ['image_path_with_tag', { image: 'Not An Image' }],
    ['docker_repo_server', { server: 'https://ghcr.io' }],
    ['docker_options', { dockerOptions: '--privileged' }],
    ['env.1UP', { env: [{ row: 1, name: '1UP', value: '' }] }],
    ['ports.1', { ports: '80, many' }],
    ['recommended_disk_gb', { diskGb: '' }],
    ['extra_filters.slots_min', { filters: { ...emptyTemplate.filters, slots: 1.5 } }],
    ['extra_filters.more', { filters: { ...emptyTemplate.filters, more: 'cud>=12' } }],
    [
      'extra_filters.more',
      { filters: { ...emptyTemplate.filters, kind: 'gpu', more: 'kind:cpu' } },
    ],
  ])('is refused with an error at %s', (path, part) => {
    const attempt = toNewTemplate(lab(part))
    expect(Object.keys(attempt.ok ? {} : attempt.fields)).toEqual([path])
  })
})

describe('the password of the registry', () => {
  const template = anOwnTemplate({ docker_repo_password_saved: true })

  it('stays where it was saved and is not replaced', () => {
    const { password } = draftOf(template)
    expect(password).toEqual({ kind: 'saved' })
    expect(toTemplateChange(draftOf(template), template)).toHaveProperty(
      'body.docker_repo_password',
      undefined,
    )
  })

  it('is replaced, or deleted', () => {
    const draft = draftOf(template)
    const typed = { ...draft, password: { kind: 'typed', text: 'hunter2' } } as const
    expect(toTemplateChange(typed, template)).toMatchObject({
      body: { docker_repo_password: 'hunter2' },
    })
    expect(toTemplateChange({ ...draft, password: { kind: 'removed' } }, template)).toMatchObject({
      body: { docker_repo_password: null },
    })
  })

  it('is not in the code view', () => {
    const draft = lab({ password: { kind: 'typed', text: 'hunter2' } })
    expect(JSON.stringify(codeBody(draft, undefined))).not.toContain('hunter2')
  })
})

it('begins with the fields of another page, and the usual values for the others', () => {
  expect(draftOfFields({ image_path_with_tag: 'debian:12', env: { A: '1' } })).toEqual({
    ...emptyTemplate,
    image: 'debian:12',
    env: [{ row: 1, name: 'A', value: '1' }],
  })
})

function draftWith(part: Partial<TemplateDraft>): TemplateDraft {
  return { ...emptyTemplate, ...part }
}

function lab(part: Partial<TemplateDraft>): TemplateDraft {
  return draftWith({ templateName: 'Lab', image: 'debian:12', ...part })
}
