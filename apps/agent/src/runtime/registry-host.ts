import { dockerHub, registryOf } from '@gridloom/domain/image-address'

/** Returns the registry in a reference, with its port if it has one; `undefined` is Docker Hub. */
export function registryHost(image: string): string | undefined {
  const registry = registryOf(image)
  return registry === dockerHub ? undefined : registry
}
