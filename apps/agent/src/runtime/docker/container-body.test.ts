import { describe, expect, it } from 'vitest'
import type { ContainerSettings } from '../port.ts'
import { containerBody } from './container-body.ts'

describe('containerBody', () => {
  it('drops all capabilities except the given ones', () => {
    const { HostConfig } = bodyOf({ capabilities: ['CHOWN'] })
    expect(HostConfig).toMatchObject({
      Privileged: false,
      CapDrop: ['ALL'],
      CapAdd: ['CHOWN'],
    })
  })

  it('mounts nothing of the host and publishes no port', () => {
    const { HostConfig } = bodyOf({})
    const reaching = [
      'Binds',
      'Mounts',
      'Devices',
      'PortBindings',
      'PidMode',
      'IpcMode',
      'VolumesFrom',
    ]
    for (const setting of reaching) expect(HostConfig).not.toHaveProperty(setting)
  })

  it('has our seccomp profile, and hides files that reveal the host', () => {
    const { HostConfig } = bodyOf({})
    expect(HostConfig).toMatchObject({ SecurityOpt: ['no-new-privileges', 'seccomp=ours'] })
    expect(HostConfig).toMatchObject({
      MaskedPaths: expect.arrayContaining(['/proc/kcore', '/proc/cmdline', '/sys/firmware']),
      ReadonlyPaths: expect.arrayContaining(['/proc/sys', '/proc/sysrq-trigger']),
    })
  })

  it('limits memory without swap, CPUs, processes and log files', () => {
    const { HostConfig } = bodyOf({ memoryBytes: 1_000, nanoCpus: 500, pidsMax: 10 })
    expect(HostConfig).toMatchObject({
      Memory: 1_000,
      MemorySwap: 1_000,
      NanoCpus: 500,
      PidsLimit: 10,
    })
    expect(HostConfig).toMatchObject({
      LogConfig: { Type: 'json-file', Config: { 'max-size': '10m', 'max-file': '3' } },
    })
  })

  it('has the options that its renter chose, and else those of the image and the engine', () => {
    const nofile = { name: 'nofile', soft: 1_024, hard: -1 } as const
    const chosen = { shmBytes: 1_048_576, ulimits: [nofile], workdir: '/work', user: '7:8' }
    expect(bodyOf(chosen)).toMatchObject({
      WorkingDir: '/work',
      User: '7:8',
      HostConfig: {
        ShmSize: 1_048_576,
        Ulimits: [
          { Name: 'core', Soft: 0, Hard: 0 },
          { Name: 'nofile', Soft: 1_024, Hard: -1 },
        ],
      },
    })
    const plainBody = bodyOf({})
    for (const setting of ['WorkingDir', 'User', 'HostConfig.ShmSize'])
      expect(plainBody).not.toHaveProperty(setting)
    expect(plainBody.HostConfig).toMatchObject({ Ulimits: [{ Name: 'core', Soft: 0, Hard: 0 }] })
  })

  it('sets each limit once, as it was chosen last', () => {
    const core = { name: 'core', soft: 0, hard: 0 } as const
    const cpu = (hard: number) => ({ name: 'cpu', soft: 1, hard }) as const
    expect(bodyOf({ ulimits: [core, cpu(1), cpu(2)] }).HostConfig).toMatchObject({
      Ulimits: [
        { Name: 'core', Soft: 0, Hard: 0 },
        { Name: 'cpu', Soft: 1, Hard: 2 },
      ],
    })
  })

  it('is bound to the given CPUs only', () => {
    expect(bodyOf({ cpus: [0, 4] }).HostConfig).toMatchObject({ CpusetCpus: '0,4' })
    expect(bodyOf({}).HostConfig).not.toHaveProperty('CpusetCpus')
  })

  it('mounts volumes of the image as anonymous volumes in folders of its own disk', () => {
    expect(bodyOf({}).HostConfig).not.toHaveProperty('Mounts')
    const { HostConfig } = containerBody(aContainer({}), {
      volumes: [{ target: '/data', device: '/own/0' }],
      seccomp: 'seccomp=ours',
      pause: undefined,
    })
    expect(HostConfig).toMatchObject({
      Mounts: [
        {
          Type: 'volume',
          Target: '/data',
          VolumeOptions: {
            DriverConfig: { Options: { type: 'none', o: 'bind', device: '/own/0' } },
          },
        },
      ],
    })
    expect(JSON.stringify(HostConfig)).not.toContain('Source')
  })

  it('mounts the toolbox read-only, and copies nothing of the image into it', () => {
    const toolbox = { volume: 'gridloom-toolbox-1', path: '/.gridloom' }
    expect(bodyOf({ toolbox }).HostConfig).toMatchObject({
      Mounts: [
        {
          Type: 'volume',
          Source: 'gridloom-toolbox-1',
          Target: '/.gridloom',
          ReadOnly: true,
          VolumeOptions: { NoCopy: true },
        },
      ],
    })
  })

  it('requests the rented GPUs by their ids', () => {
    expect(bodyOf({ gpuUuids: [] }).HostConfig).not.toHaveProperty('DeviceRequests')
    expect(bodyOf({ gpuUuids: ['GPU-1', 'GPU-2'] }).HostConfig).toMatchObject({
      DeviceRequests: [
        { Driver: 'nvidia', DeviceIDs: ['GPU-1', 'GPU-2'], Capabilities: [['gpu']] },
      ],
    })
  })

  it('joins its network, or the pause container that has its host name and name servers', () => {
    const alone = bodyOf({ dns: ['9.9.9.9'] })
    expect(alone).toMatchObject({
      Hostname: 'h',
      HostConfig: { NetworkMode: 'n', Dns: ['9.9.9.9'] },
    })
    const joined = containerBody(aContainer({ dns: ['9.9.9.9'] }), { ...plain, pause: 'abc' })
    expect(joined).toMatchObject({ HostConfig: { NetworkMode: 'container:abc' } })
    expect(joined).not.toHaveProperty('Hostname')
    expect(joined).not.toHaveProperty('HostConfig.Dns')
  })

  it('keeps the entrypoint and command of the image if none are given', () => {
    const body = bodyOf({ entrypoint: undefined, command: undefined })
    expect(body).not.toHaveProperty('Entrypoint')
    expect(body).not.toHaveProperty('Cmd')
  })
})

const plain = { volumes: [], seccomp: 'seccomp=ours', pause: undefined }

function bodyOf(settings: Partial<ContainerSettings>) {
  return containerBody(aContainer(settings), plain)
}

function aContainer(settings: Partial<ContainerSettings>): ContainerSettings {
  return {
    name: 'c',
    network: 'n',
    hostname: 'h',
    image: 'i',
    labels: {},
    env: [],
    entrypoint: ['/bin/sh'],
    command: [],
    programs: {},
    nanoCpus: 1,
    cpus: undefined,
    memoryBytes: 1,
    pidsMax: 1,
    diskBytes: 1,
    views: [],
    dns: undefined,
    capabilities: [],
    gpuUuids: [],
    ...settings,
  }
}
