import type { ContainerRuntime } from '@gridloom/agent/runtime/port'

/** A runtime that sees only what was made through it, and can take all of it away again. */
export interface OwnContainers {
  runtime: ContainerRuntime
  /** Removes every container and network that was made through it. */
  clear(): Promise<void>
}

/**
 * Several products may share one container engine (tests side by side); an agent takes every container that carries our
 * labels for its machine's own, so each is shown only those that it made itself.
 */
export function ownContainers(runtime: ContainerRuntime): OwnContainers {
  const containers = new Set<string>()
  const networks = new Set<string>()
  return {
    runtime: {
      ...runtime,
      createContainer: (settings, signal) => {
        containers.add(settings.name)
        return runtime.createContainer(settings, signal)
      },
      createNetwork: (network, signal) => {
        networks.add(network.name)
        return runtime.createNetwork(network, signal)
      },
      listContainers: async (label, signal) => {
        const all = await runtime.listContainers(label, signal)
        return all.filter((container) => containers.has(container.name))
      },
    },
    async clear() {
      const limit = AbortSignal.timeout(30_000)
      for (const name of containers) await runtime.removeContainer(name, limit)
      for (const name of networks) await runtime.removeNetwork(name, limit)
    },
  }
}
