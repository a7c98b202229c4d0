import type { ReasonCode } from '@gridloom/contract/instances/instance'
import { RuntimeFailure } from '../failure.ts'
import { registryHost } from '../registry-host.ts'

/** A pull that failed. */
export interface PullFailed {
  image: string
  /** The engine's text, which repeats the answer of the other side, whatever that was. */
  message: string
  hasLogin: boolean
  /** Some of its layers were being downloaded. */
  hasBegun: boolean
}

/** The engine's text of a failed pull, for the agent's log alone. */
class EngineSaid extends Error {
  override readonly name = 'EngineSaid'
}

type Words = (registry: string, failed: PullFailed) => readonly [ReasonCode, string]

const access =
  /unauthorized|denied|forbidden|authentication required|no basic auth|(?:incorrect|invalid) username/i

const rateLimit = /toomanyrequests|too many requests|rate limit/i

/** By the texts of Docker Engine 20.10 to 28, of its containerd store, and of Podman. The first that fits counts. */
const reasons: readonly (readonly [RegExp, Words])[] = [
  [
    /no space left/i,
    (_, { image }) => [
      'disk_full',
      `The machine does not have enough free disk space for ${image}.`,
    ],
  ],
  [
    rateLimit,
    (registry) => [
      'registry_rate_limited',
      `The pull rate limit of ${registry} was reached. Try again later.`,
    ],
  ],
  [
    /no matching manifest|no match for platform|no image found in (?:manifest list|image index)|cannot be used on this platform/i,
    (registry, { image }) => [
      'image_wrong_platform',
      `${registry} has no image ${image} for the system and processor of this machine.`,
    ],
  ],
  [/repository does not exist/i, (registry, failed) => notShown(registry, failed)],
  [
    access,
    (registry, failed) => (failed.hasLogin ? loginRefused(registry) : denied(registry, failed)),
  ],
  [
    /manifest unknown|not found|name unknown|invalid reference/i,
    (registry, { image }) => [
      'image_not_found',
      `${registry} has no image ${image}. Check the name and the tag.`,
    ],
  ],
]

/** Returns why a pull failed, as a reason that the renter can act on. */
export function pullFailure(failed: PullFailed): RuntimeFailure {
  const [, words = noAnswer] = reasons.find(([says]) => says.test(failed.message)) ?? []
  return failure(failed, words)
}

/** Whether the registry refused access, to whatever. */
export function isAboutAccess(message: string): boolean {
  return access.test(message) && !rateLimit.test(message)
}

/** Returns why a registry denied access, once it is known what it thinks of the login. */
export function accessFailure(
  failed: PullFailed,
  verdict: 'login_accepted' | 'login_refused',
): RuntimeFailure {
  return failure(failed, verdict === 'login_refused' ? loginRefused : notShown)
}

/**
 * The engine's text stays in the agent's log, without the queries of its URLs, which may name the user and carry
 * signatures.
 */
function failure(failed: PullFailed, words: Words): RuntimeFailure {
  const [code, text] = words(registryHost(failed.image) ?? 'Docker Hub', failed)
  const cause = new EngineSaid(failed.message.replaceAll(/\?[^\s"']*/g, '?…'))
  return new RuntimeFailure(code, text, { cause })
}

function loginRefused(registry: string): ReturnType<Words> {
  const text = `${registry} did not accept the user name and password of the template.`
  return ['registry_login_refused', text]
}

function notShown(registry: string, { image, hasLogin }: PullFailed): ReturnType<Words> {
  const text = hasLogin
    ? `${registry} has no image ${image} that the login of the template may pull.`
    : `${registry} has no public image ${image}. Check the name. If it is private, add a login to the template.`
  return ['image_not_found', text]
}

function denied(registry: string, { image }: PullFailed): ReturnType<Words> {
  const text = `${registry} denied access to ${image}. If it is private, add a login to the template.`
  return ['registry_denied', text]
}

function noAnswer(registry: string, { image, hasBegun }: PullFailed): ReturnType<Words> {
  const text = hasBegun
    ? `${registry} stopped answering while the machine pulled ${image}.`
    : `The machine could not reach ${registry} to pull ${image}.`
  return ['registry_unreachable', text]
}
