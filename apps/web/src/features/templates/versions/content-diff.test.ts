import { TemplateContent } from '@gridloom/contract/templates/template'
import { describe, expect, it } from 'vitest'
import { aTemplateVersion } from '../../../testing/template-samples.ts'
import { diffContents } from './content-diff.ts'
import { shownLines } from './field-diff.tsx'

const { content } = aTemplateVersion('1')

describe('the difference of two versions', () => {
  it('is nothing where they hold the same', () => {
    expect(diffContents(content, { ...content })).toEqual([])
  })

  it('names each changed field with its lines before and after', () => {
    const changes = diffContents(content, {
      ...content,
      image_path_with_tag: 'ghcr.io/ada/lab:2.8',
      env: { TOKEN: 'secret-token', HF_HOME: '/data' },
      include_readme: false,
    })
    expect(changes.map(({ label }) => label)).toEqual([
      'Image',
      'Environment',
      'README on the page',
    ])
    expect(changes[0]?.lines).toEqual([
      { kind: 'removed', text: 'ghcr.io/ada/lab:2.7' },
      { kind: 'added', text: 'ghcr.io/ada/lab:2.8' },
    ])
    expect(changes[1]?.lines).toEqual([
      { kind: 'added', text: 'HF_HOME=/data' },
      { kind: 'same', text: 'TOKEN=secret-token' },
    ])
  })

  it('does not depend on the order of an environment', () => {
    const one = { ...content, env: { A: '1', B: '2' } }
    expect(diffContents(one, { ...content, env: { B: '2', A: '1' } })).toEqual([])
  })

  it('compares every field of a version', () => {
    const other = TemplateContent.parse({
      template_name: 'Other',
      description: 'Other',
      template_description: 'Other',
      include_readme: false,
      tags: [],
      recommended_disk_gb: 1,
      extra_filters: {},
      docker_repo_server: 'ghcr.io',
      docker_repo_username: 'ada',
      image_path_with_tag: 'debian:12',
      launch_mode: 'entrypoint',
      docker_options: '',
      docker_entry_point_tags: ['-v'],
      on_start_script: '',
    })
    const changed = diffContents(content, other).map(({ field }) => field)
    expect(changed.toSorted()).toEqual(Object.keys(TemplateContent.shape).toSorted())
  })
})

describe('the shown lines', () => {
  it('are the changed ones with three around them', () => {
    const lines = Array.from({ length: 20 }, (_, at) => ({
      kind: at === 10 ? ('added' as const) : ('same' as const),
      text: String(at),
    }))
    const texts = shownLines(lines).map(({ line }) => (line === 'gap' ? '…' : line.text))
    expect(texts).toEqual(['…', '7', '8', '9', '10', '11', '12', '13', '…'])
  })
})
