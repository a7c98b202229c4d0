import { ClusterId, SnapshotId } from '@gridloom/contract/core/ids'
import { noContainerOptions } from '@gridloom/contract/templates/docker-options'
import { describe, expect, it } from 'vitest'
import { aSpec } from '../../test/builders.ts'
import { containerSettings, hasStartScript } from './container-settings.ts'

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
    const open = { ...spec, on_start_script: `serve --name 'a b` }
    expect(containerSettings(open, around).command).toEqual(['serve', '--name', 'a b'])
  })

  it('passes arguments as they are, instead of the words of the script', () => {
    const exact = ['--name', 'a b', '"$(id)"', "it's", '', 'ü\n']
    const spec = aSpec({ launch_mode: 'entrypoint', on_start_script: 'serve', arguments: exact })
    const { entrypoint, command } = containerSettings(spec, around)
    expect([entrypoint, command]).toEqual([undefined, exact])
    const inShell = containerSettings(aSpec({ arguments: exact }), around)
    expect(inShell.command).toEqual([])
  })

  it('has the options of the template, in both launch modes and from a snapshot', () => {
    const ulimits = [{ name: 'nofile', soft: 1_024, hard: -1 } as const]
    const options = { shm_mib: 2, ulimits, workdir: '/work', user: '7:8', hostname: 'trainer' }
    const snapshot = SnapshotId.parse('snp_01jd3v8q6f7g8h9jkmnpqrstvw')
    for (const how of [
      { launch_mode: 'shell' },
      { launch_mode: 'entrypoint' },
      { snapshot },
    ] as const) {
      expect(containerSettings(aSpec({ ...how, options }), around)).toMatchObject({
        shmBytes: 2_097_152,
        ulimits,
        workdir: '/work',
        user: '7:8',
        hostname: 'trainer',
      })
    }
  })

  it('leaves the options that are not chosen to the image and the engine', () => {
    const { shmBytes, ulimits, workdir, user } = containerSettings(aSpec(), around)
    expect([shmBytes, ulimits, workdir, user]).toEqual([undefined, [], undefined, undefined])
  })

  it('is called by its network unless a name was chosen, also as a node of a cluster', () => {
    const network = 'gridloom-0123456789ab'
    const options = { ...noContainerOptions, hostname: 'trainer' }
    const id = ClusterId.parse('clu_01jd3v8q6f7g8h9jkmnpqrstvw')
    const cluster = { id, name: 'training', rank: 0, slots: [1, 1] }
    const named = (changes: Parameters<typeof aSpec>[0]) =>
      containerSettings(aSpec(changes), { ...around, network }).hostname
    expect([named({}), named({ options }), named({ options, cluster })]).toEqual([
      '0123456789ab',
      'trainer',
      '0123456789ab',
    ])
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
