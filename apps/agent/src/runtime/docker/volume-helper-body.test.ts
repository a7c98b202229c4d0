import { expect, it } from 'vitest'
import { volumeHelperBody } from './volume-helper-body.ts'

it('confines a helper to one volume, without a network, and lets it write nothing that it only reads', () => {
  expect(hostConfigOf('read_only')).toMatchObject({
    NetworkMode: 'none',
    Privileged: false,
    ReadonlyRootfs: true,
    CapDrop: ['ALL'],
    CapAdd: ['DAC_OVERRIDE'],
    SecurityOpt: ['no-new-privileges'],
    PidsLimit: 64,
    Memory: 768 * 1024 * 1024,
    MemorySwap: 768 * 1024 * 1024,
    Mounts: [
      { Type: 'volume', Source: 'toolbox-1', Target: '/.gridloom', ReadOnly: true },
      { Type: 'bind', Source: '/mnt/one/data', Target: '/volume', ReadOnly: true },
      { Type: 'tmpfs', Target: '/tmp' },
    ],
  })
  expect(hostConfigOf('read_write')).toMatchObject({
    CapAdd: ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'FSETID'],
    Mounts: [{}, { Target: '/volume', ReadOnly: false }, {}],
  })
})

function hostConfigOf(access: 'read_only' | 'read_write') {
  const settings = {
    ...{ name: 'one', labels: {}, volume: 'vol_one', path: '/volume', access, secondsMax: 60 },
    toolbox: { volume: 'toolbox-1' },
  }
  const folder = { source: '/mnt/one/data', target: '/volume', readOnly: access === 'read_only' }
  return volumeHelperBody(settings, folder).HostConfig
}
