import { withDeadline } from '@gridloom/async/deadline'
import { Refused } from '@gridloom/contract/errors'
import type { ImageCheck, ImageCheckRequest } from '@gridloom/contract/templates/image-check'
import { type ImageAddress, imageAddress, isLoginFor } from '@gridloom/domain/image-address'
import type { Ctx } from '../../../platform/ctx.ts'
import type { Outside } from '../../../platform/outbound/outside.ts'
import type { Login } from './bearer-token.ts'
import { connectRegistry } from './connect-registry.ts'
import { findImage } from './find-image.ts'
import { signIn } from './sign-in.ts'

/** The context of questions to registries. */
export interface RegistryCtx extends Pick<Ctx, 'clock' | 'signal'> {
  /** The rules for the addresses of registries. */
  readonly registries: Outside
}

const checkLimitMs = 20_000

/**
 * Asks the registry of an image whether it has the image, and whether it accepts the login. The login goes to the
 * registry itself and to the token service that it names, over https alone, and to no host that one of them redirects to.
 * @throws Refused `registry_refused`: the login is not accepted; `image_not_found`; `registry_failed`; `invalid_input`
 */
export async function checkImage(
  ctx: RegistryCtx,
  request: Omit<ImageCheckRequest, 'template_id'>,
): Promise<ImageCheck> {
  const address = addressOf(request)
  const login = loginOf(request, address)
  return withDeadline(ctx.clock, { ms: checkLimitMs, signal: ctx.signal }, async (signal) => {
    const place = { connection: connectRegistry(ctx.registries, address, signal), address, login }
    const signedIn = await signIn(place)
    const { digest, sizeBytes, platforms, username } = await findImage(place, signedIn)
    return {
      registry: address.registry,
      signed_in_as: username,
      digest,
      size_bytes: sizeBytes,
      platforms,
    }
  })
}

function addressOf({
  image_path_with_tag: image,
}: Pick<ImageCheckRequest, 'image_path_with_tag'>): ImageAddress {
  const address = imageAddress(image)
  if (address !== undefined) return address
  throw new Refused('invalid_input', {
    fields: { image_path_with_tag: 'Enter an image such as debian:12 or ghcr.io/owner/name:tag' },
  })
}

function loginOf(
  request: Omit<ImageCheckRequest, 'template_id'>,
  { registry }: ImageAddress,
): Login | undefined {
  const { image_path_with_tag: image, docker_repo_server: server } = request
  const { docker_repo_username: username, docker_repo_password: password } = request
  if (username === '' && password === '') return undefined
  const fields = {
    ...(isLoginFor(image, server)
      ? {}
      : { docker_repo_server: `The image is in ${registry}. Enter the login of this registry` }),
    ...(username === '' ? { docker_repo_username: 'Enter the user name of the login' } : {}),
    // The two are sent with a colon between them.
    ...(username.includes(':') ? { docker_repo_username: 'A user name has no colon' } : {}),
    ...(password === '' ? { docker_repo_password: 'Enter the password of the login' } : {}),
  }
  if (Object.keys(fields).length > 0) throw new Refused('invalid_input', { fields })
  return { username, password }
}
