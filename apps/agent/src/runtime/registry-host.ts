/** Returns the registry in a reference, with its port if it has one; `undefined` is Docker Hub. */
export function registryHost(image: string): string | undefined {
  const [first = '', ...rest] = image.split('/')
  const isHost = rest.length > 0 && (/[.:]/.test(first) || first === 'localhost')
  return isHost && first !== 'docker.io' ? first : undefined
}
