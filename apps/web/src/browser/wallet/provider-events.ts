import type { ProviderEvents, ProviderListener } from './code-provider.ts'

/** The listeners of a provider. */
export function createProviderEvents() {
  const listeners: { [Name in keyof ProviderEvents]: Set<ProviderListener<Name>> } = {
    uri: new Set(),
    accounts: new Set(),
    chain: new Set(),
    disconnect: new Set(),
    request: new Set(),
  }
  return {
    on<Name extends keyof ProviderEvents>(name: Name, listener: ProviderListener<Name>) {
      listeners[name].add(listener)
      return () => void listeners[name].delete(listener)
    },
    emit<Name extends keyof ProviderEvents>(name: Name, value: ProviderEvents[Name]): void {
      for (const listener of [...listeners[name]]) listener(value)
    },
  }
}
