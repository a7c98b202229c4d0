import { execFileSync } from 'node:child_process'
import { TemplateFields } from '@gridloom/contract/templates/template'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { launchContent, launchOf } from './launch.ts'

describe('launchContent', () => {
  it('starts the image as designed, with arguments if there are any', () => {
    expect(launchContent({ entryPoint: null, args: [] })).toEqual({
      content: { launch_mode: 'entrypoint' },
      refused: [],
    })
    expect(launchContent({ entryPoint: null, args: ['serve', '--port', '80'] }).content).toEqual({
      launch_mode: 'entrypoint',
      docker_entry_point_tags: ['serve', '--port', '80'],
    })
  })

  it.each([
    [['/bin/sh', '-c'], ['echo hi'], 'echo hi'],
    [['sh'], ['-c', 'echo hi'], 'echo hi'],
    [['bash', '-c', 'echo hi'], [], '#!/bin/bash\necho hi'],
  ])('takes the script of a shell %j %j as the start script', (entryPoint, args, script) => {
    expect(launchContent({ entryPoint, args })).toEqual({
      content: { launch_mode: 'shell', on_start_script: script },
      refused: [],
    })
  })

  it.each([
    [['python', 'app.py'], []],
    [['/bin/sh'], ['start.sh']],
    [
      ['/bin/sh', '-c', 'echo $1'],
      ['a', 'b'],
    ],
  ])('refuses the entry point %j, which cannot replace that of the image', (entryPoint, args) => {
    const { content, refused } = launchContent({ entryPoint, args })
    expect(content.launch_mode).toBe('entrypoint')
    expect(refused).toEqual([
      {
        part: `entrypoint ${entryPoint.join(' ')}`,
        reason: expect.stringContaining('The launch mode decides'),
      },
    ])
  })
})

describe('launchOf', () => {
  it('prefers the arguments to the words of the start script', () => {
    const fields = aTemplate({ launch_mode: 'entrypoint', on_start_script: `serve "a b"` })
    expect(launchOf(fields)).toEqual({ entryPoint: null, args: ['serve', 'a b'] })
    expect(launchOf({ ...fields, docker_entry_point_tags: ['x'] }).args).toEqual(['x'])
  })

  it('is read back as the same start script', () => {
    const script = fc.oneof(
      fc.string({ unit: fc.constantFrom(...'ab \'"\\\n$`&#()') }),
      fc.constantFrom('#!/bin/bash\necho hi\n', '#!/bin/sh\necho hi', '\n', 'cat <<A\nb\nA\n'),
    )
    fc.assert(
      fc.property(script, (on_start_script) => {
        fc.pre(on_start_script.trim() !== '' && !/^#!(?!\/bin\/(?:ba)?sh\n)/.test(on_start_script))
        const { content, refused } = launchContent(launchOf(aTemplate({ on_start_script })))
        expect(content).toEqual({ launch_mode: 'shell', on_start_script })
        expect(refused).toEqual([])
      }),
    )
  })

  it('stays up without a start script', () => {
    const launch = launchOf(aTemplate({ on_start_script: ' \n' }))
    expect(launch.args[1]).toBe('while :; do sleep 86400; done')
    expect(launchContent(launch).content.on_start_script).toBe('')
  })

  it.each([
    ['exit 3', { code: 3, output: '' }],
    ['echo hi\nexit 0', { code: 0, output: 'hi\nup\n' }],
    ['cat <<A\nhi\nA', { code: 0, output: 'hi\nup\n' }],
    ['#!/bin/cat\nhi', { code: 0, output: '#!/bin/cat\nhiup\n' }],
  ])(
    'ends with a start script that fails, and stays up after one that succeeds: %j',
    (script, ran) => {
      expect(run(script)).toEqual(ran)
    },
  )
})

/** Prints `up` instead of staying up. */
function run(script: string): { code: number; output: string } {
  const { entryPoint, args } = launchOf(aTemplate({ on_start_script: script }))
  const [shell = '', ...first] = entryPoint ?? []
  const words = [...first, ...args].map((word) =>
    word.replace('while :; do sleep 86400; done', 'echo up'),
  )
  try {
    return { code: 0, output: execFileSync(shell, words).toString() }
  } catch (error) {
    return { code: Number(Object(error).status), output: String(Object(error).stdout) }
  }
}

function aTemplate(fields: Partial<TemplateFields>): TemplateFields {
  return { ...TemplateFields.parse({ image_path_with_tag: 'debian:12' }), ...fields }
}
