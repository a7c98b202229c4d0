import { describe, expect, it } from 'vitest'
import { anOwnTemplate } from '../../../testing/template-samples.ts'
import { runPreview } from './run-preview.ts'
import { draftOf, draftOfFields } from './template-draft.ts'
import { bodyOf } from './to-template.ts'

describe('the preview of a run', () => {
  it('has a line for each option, and the image with its script', () => {
    expect(preview({})).toBe(
      [
        'docker run -d',
        '--shm-size 8g',
        '-e TOKEN=secret-token',
        '-p 8888',
        '-p 6006',
        '--entrypoint /bin/sh',
        "ghcr.io/ada/lab:2.7 -c 'jupyter lab --port 8888'",
      ].join(' \\\n  '),
    )
  })

  it('names a longer script by its length', () => {
    expect(lastLine(preview({ on_start_script: 'a\nb\nc\n' }))).toBe(
      'ghcr.io/ada/lab:2.7 start.sh  # 3 lines',
    )
  })

  it('starts the script of a template with JupyterLab by a shell too', () => {
    expect(lastLine(preview({ launch_mode: 'jupyter', on_start_script: 'make' }))).toBe(
      'ghcr.io/ada/lab:2.7 -c make',
    )
  })

  it('quotes the arguments of an entry point, and shortens many', () => {
    const mode = { launch_mode: 'entrypoint', on_start_script: '' }
    expect(lastLine(preview({ ...mode, docker_entry_point_tags: ['--name', "it's", ''] }))).toBe(
      `ghcr.io/ada/lab:2.7 --name 'it'\\''s' ''`,
    )
    const many = Array.from({ length: 20 }, () => 'x')
    expect(lastLine(preview({ ...mode, docker_entry_point_tags: many }))).toMatch(/… {2}# 8 more$/)
  })

  it('of an empty template has a place for its image', () => {
    expect(runPreview(bodyOf(draftOfFields({ ports: [80] })))).toBe(
      'docker run -d \\\n  -p 80 \\\n  --entrypoint /bin/sh \\\n  IMAGE',
    )
  })
})

function preview(parts: object): string {
  return runPreview(bodyOf(draftOf(anOwnTemplate(parts))))
}

function lastLine(text: string): string | undefined {
  return text.split('\n').at(-1)?.trim()
}
