import type { NetworkSettings } from '../port.ts'

/** Label of pause containers; instances never have it. */
export const pauseLabel = 'gridloom.pause'
export const pauseImage = 'gridloom/pause:1'
export const pausePath = '/pause'

const memoryBytes = 32 * 1024 * 1024

/** Returns the body of `POST /containers/create` for the pause container of a network. */
export function pauseBody(network: NetworkSettings): Record<string, unknown> {
  return {
    Image: pauseImage,
    Hostname: network.hostname,
    Labels: { ...network.labels, [pauseLabel]: 'true' },
    Entrypoint: [pausePath],
    Cmd: [],
    // The program has no handlers: an engine that stops would wait for it before it kills it.
    StopSignal: 'SIGKILL',
    HostConfig: {
      NetworkMode: network.name,
      Privileged: false,
      RestartPolicy: { Name: 'no' },
      ReadonlyRootfs: true,
      CapDrop: ['ALL'],
      SecurityOpt: ['no-new-privileges'],
      IpcMode: 'none',
      // Enough for the engine's own program, which becomes this one.
      PidsLimit: 64,
      Memory: memoryBytes,
      MemorySwap: memoryBytes,
      LogConfig: { Type: 'none' },
      ...(network.dns === undefined ? {} : { Dns: [...network.dns] }),
    },
  }
}
