import { RuntimeFailure } from '../failure.ts'
import type { ImagePull, OnProgress, PullLogin } from '../port.ts'
import { registryHost } from '../registry-host.ts'
import { type EngineApi, EngineRefused } from './engine-api.ts'
import { EngineVersion, ImageInspected } from './engine-shapes.ts'
import { imageEvents, pullIdleMs, splitReference } from './image-events.ts'
import { accessFailure, isAboutAccess, type PullFailed, pullFailure } from './pull-failure.ts'
import { advancePull, pullBegin, pullProgress } from './pull-progress.ts'

/** How engines name Docker Hub in logins. */
const hubServer = 'https://index.docker.io/v1/'

/** Pulls an image, with a login or without. Errors: `RuntimeFailure` with an image or registry reason. */
export async function pullImage(
  api: EngineApi,
  { image, login }: ImagePull,
  { onProgress, signal }: { onProgress: OnProgress; signal: AbortSignal },
): Promise<void> {
  const { repository, tag } = splitReference(image)
  const call = {
    method: 'POST',
    path: '/images/create',
    query: { fromImage: repository, tag },
    headers: login === undefined ? {} : loginHeaders(image, login),
    idleMs: pullIdleMs,
    signal,
  } as const
  let state = pullBegin
  const failed = (message: string) => ({
    ...{ image, message, hasLogin: login !== undefined },
    hasBegun: Object.keys(state.layers).length > 0,
  })
  onProgress(pullProgress(image, state))
  try {
    for await (const event of imageEvents(await api.stream(call))) {
      if (event.error !== undefined)
        throw await failureOf(api, { login, signal }, failed(event.error))
      state = advancePull(state, event)
      onProgress(pullProgress(image, state))
    }
  } catch (cause) {
    if (!(cause instanceof EngineRefused)) throw cause
    throw await failureOf(api, { login, signal }, failed(cause.message))
  }
}

/**
 * Source: Docker Engine API, "Authentication": `X-Registry-Auth` is JSON in base64url. Engines ignore one without its
 * padding, which Node.js omits.
 */
function loginHeaders(image: string, login: PullLogin): Record<string, string> {
  const base64 = Buffer.from(JSON.stringify(accountAt(image, login))).toString('base64')
  return { 'x-registry-auth': base64.replaceAll('+', '-').replaceAll('/', '_') }
}

function accountAt(image: string, { username, password }: PullLogin) {
  return { username, password, serveraddress: registryHost(image) ?? hubServer }
}

/**
 * Returns why a pull failed. Registries refuse a wrong login and an image that a login may not pull in the same words, so
 * the engine is asked to sign in alone.
 */
async function failureOf(
  api: EngineApi,
  { login, signal }: { login: PullLogin | undefined; signal: AbortSignal },
  failed: PullFailed,
): Promise<RuntimeFailure> {
  if (login === undefined || !isAboutAccess(failed.message)) return pullFailure(failed)
  try {
    const body = accountAt(failed.image, login)
    await api.json({ method: 'POST', path: '/auth', body, signal })
    return accessFailure(failed, 'login_accepted')
  } catch (cause) {
    const isRefused = cause instanceof EngineRefused && isAboutAccess(cause.message)
    // @NOTE where the registry does not answer now, the words of the pull stand
    return isRefused ? accessFailure(failed, 'login_refused') : pullFailure(failed)
  }
}

/** Errors: `image_wrong_platform` for an image of another system or processor than the engine's. */
export async function requirePlatform(
  api: EngineApi,
  image: string,
  signal: AbortSignal,
): Promise<void> {
  const [found, version] = await Promise.all([
    api.json({ method: 'GET', path: `/images/${image}/json`, signal }),
    api.json({ method: 'GET', path: '/version', signal }),
  ])
  const { Os: os, Architecture: processor } = ImageInspected.parse(found)
  const own = EngineVersion.parse(version).Arch ?? ''
  const runs = [own, ...(alsoRun[own] ?? [])]
  // An engine that does not say what it is, or what the image is, is left to try.
  if ((os === '' || os === 'linux') && (own === '' || processor === '' || runs.includes(processor)))
    return
  const text = `${image} is for ${os}/${processor}. This machine runs linux/${own}.`
  throw new RuntimeFailure('image_wrong_platform', text)
}

/** Processors whose programs another one runs, as Go names them. */
const alsoRun: Readonly<Record<string, readonly string[]>> = { amd64: ['386'], arm64: ['arm'] }
