import { describe, expect, it } from 'vitest'
import { aSpec } from '../../test/builders.ts'
import { containerSettings, hasStartScript } from './container-settings.ts'
import { splitWords } from './split-words.ts'

const around = { network: 'n', owner: 'o', pidsMax: 9, cpus: undefined, views: [], dns: undefined }

describe('containerSettings', () => {
  it('never puts the start script into a command line', () => {
    const script = '$(touch /stolen) `id` "\''
    const settings = containerSettings(aSpec({ on_start_script: script }), around)
    expect(JSON.stringify([settings.entrypoint, settings.command])).not.toContain('touch')
    expect(settings.programs).toEqual({ '/.gridloom-start/program': `#!/bin/sh\n${script}` })
  })

  it("keeps a script's own #! line, and removes Windows line endings", () => {
    const spec = aSpec({ on_start_script: '#!/bin/bash\r\necho $0\r\n' })
    const { programs } = containerSettings(spec, around)
    expect(programs['/.gridloom-start/program']).toBe('#!/bin/bash\necho $0\n')
  })

  it('adds no program where there is no script', () => {
    expect(containerSettings(aSpec({ on_start_script: ' \n' }), around).programs).toEqual({})
    expect(hasStartScript(aSpec({ on_start_script: ' \n' }))).toBe(false)
  })

  it("keeps the image's entry point, and passes the words of the script as its command", () => {
    const launch_mode = 'entrypoint'
    const plain = containerSettings(aSpec({ launch_mode }), around)
    expect([plain.entrypoint, plain.command]).toEqual([undefined, undefined])
    const spec = aSpec({ launch_mode, on_start_script: 'serve --name "a b"' })
    expect(containerSettings(spec, around).command).toEqual(['serve', '--name', 'a b'])
  })

  it('adds the instance id to the environment', () => {
    const { env } = containerSettings(aSpec({ env: { A: '1' } }), around)
    expect(env).toEqual(['A=1', 'GRIDLOOM_INSTANCE_ID=ins_01jd3v8q6f7g8h9jkmnpqrstvw'])
  })

  it('converts MiB, GB and cores to the units of the engine', () => {
    const spec = aSpec({ memory_mib: 2, disk_gb: 3, vcpus: 0.5 })
    const settings = containerSettings(spec, around)
    expect(settings).toMatchObject({
      memoryBytes: 2_097_152,
      diskBytes: 3_000_000_000,
      nanoCpus: 500_000_000,
    })
  })
})

describe('splitWords', () => {
  it.each([
    ['', []],
    ['  serve   --port 80\n', ['serve', '--port', '80']],
    [`sh -c 'echo "hi"; exit 0'`, ['sh', '-c', 'echo "hi"; exit 0']],
    ['"a \\"b\\" $c" d\\ e', ['a "b" $c', 'd e']],
    [`pre'fix 'ed`, ['prefix ed']],
    [`""`, ['']],
  ])('splits %s', (line, words) => {
    expect(splitWords(line)).toEqual(words)
  })
})
