import { RuntimeFailure } from '../failure.ts'

/** What the engine said when a pull failed, as a reason that the renter can act on. */
export function pullFailure(image: string, message: string, cause?: unknown): RuntimeFailure {
  const registry = registryOf(image)
  if (/no space left/i.test(message)) {
    return new RuntimeFailure('disk_full', `The machine has no room for ${image}.`, { cause })
  }
  if (/toomanyrequests|rate limit/i.test(message)) {
    const text = `${registry} lets this machine pull no more images for now.`
    return new RuntimeFailure('registry_denied', text, { cause })
  }
  if (/repository does not exist/i.test(message)) {
    const text = `${registry} has no public image ${image}. Check the name, or whether it is private.`
    return new RuntimeFailure('image_not_found', text, { cause })
  }
  if (/unauthorized|denied|forbidden|authentication required/i.test(message)) {
    const text = `${registry} does not let this machine pull ${image}.`
    return new RuntimeFailure('registry_denied', text, { cause })
  }
  if (
    /manifest unknown|not found|no matching manifest|name unknown|invalid reference/i.test(message)
  ) {
    const text = `${registry} has no image ${image} for this machine. Check the name and the tag.`
    return new RuntimeFailure('image_not_found', text, { cause })
  }
  const text = `The machine could not reach ${registry} to pull ${image} (${shorten(message)}).`
  return new RuntimeFailure('registry_unreachable', text, { cause })
}

/** The registry a reference names: the first part where it looks like a host, else Docker Hub. */
export function registryOf(image: string): string {
  const [first = '', ...rest] = image.split('/')
  const isHost = rest.length > 0 && (/[.:]/.test(first) || first === 'localhost')
  return isHost ? first : 'Docker Hub'
}

/** The last part of an error chain is the cause; the parts before it are our own call repeated. */
function shorten(message: string): string {
  const parts = message.split(': ')
  return parts.slice(-2).join(': ').trim().slice(0, 200)
}
