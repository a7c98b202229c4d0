import { RuntimeFailure } from '../failure.ts'
import { registryHost } from '../registry-host.ts'

/**
 * Returns why a pull failed, as a reason that the renter can act on. The engine's text stays in the agent's log: it
 * repeats the answer of the other side, whatever that was.
 */
export function pullFailure(image: string, message: string, cause?: unknown): RuntimeFailure {
  const registry = registryHost(image) ?? 'Docker Hub'
  if (/no space left/i.test(message)) {
    return new RuntimeFailure(
      'disk_full',
      `The machine does not have enough free disk space for ${image}.`,
      { cause },
    )
  }
  if (/toomanyrequests|rate limit/i.test(message)) {
    const text = `The pull rate limit of ${registry} was reached. Try again later.`
    return new RuntimeFailure('registry_denied', text, { cause })
  }
  if (/repository does not exist/i.test(message)) {
    const text = `${registry} has no public image ${image}. Check the name, and that the image is public.`
    return new RuntimeFailure('image_not_found', text, { cause })
  }
  if (/unauthorized|denied|forbidden|authentication required/i.test(message)) {
    const text = `${registry} denied access to ${image}.`
    return new RuntimeFailure('registry_denied', text, { cause })
  }
  if (
    /manifest unknown|not found|no matching manifest|name unknown|invalid reference/i.test(message)
  ) {
    const text = `${registry} has no image ${image} for this machine. Check the name and the tag.`
    return new RuntimeFailure('image_not_found', text, { cause })
  }
  const text = `The machine could not reach ${registry} to pull ${image}.`
  return new RuntimeFailure('registry_unreachable', text, { cause: cause ?? new Error(message) })
}
