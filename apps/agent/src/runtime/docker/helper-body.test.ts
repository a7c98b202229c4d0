import { expect, it } from 'vitest'
import { helperBody } from './helper-body.ts'

it('gives a helper one capability and one device, and nothing of the instance but its network', () => {
  const settings = { name: 'one-network', container: 'one', labels: {}, command: ['/bin/true'] }
  const body = helperBody(settings, { type: 'volume', source: 'toolbox-1' })
  expect(body).toEqual({
    Image: 'gridloom/empty:1',
    Labels: { 'gridloom.helper': 'true' },
    Entrypoint: ['/bin/true'],
    Cmd: [],
    StopSignal: 'SIGKILL',
    HostConfig: expect.objectContaining({
      NetworkMode: 'container:one',
      Privileged: false,
      CapDrop: ['ALL'],
      CapAdd: ['NET_ADMIN'],
      Devices: [expect.objectContaining({ PathOnHost: '/dev/net/tun' })],
      SecurityOpt: ['no-new-privileges'],
      Mounts: [{ Type: 'volume', Source: 'toolbox-1', Target: '/.gridloom', ReadOnly: true }],
    }),
  })
})
