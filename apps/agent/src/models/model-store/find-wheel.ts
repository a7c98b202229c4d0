import { packageIndexTypes, packagePage, wheelIn } from '@gridloom/domain/models/wheel-in'
import { EngineUnavailable } from '../engine.ts'

export interface WheelQuery {
  /** URL of the simple API, such as `https://pypi.org/simple`. */
  index: string
  package: string
  version: string
  signal: AbortSignal
}

/** Returns the URL of a package's wheel. @throws EngineUnavailable if the index has none */
export async function findWheel(asked: WheelQuery): Promise<URL> {
  const { index, package: name, version, signal } = asked
  const page = packagePage(index, name)
  const headers = { accept: packageIndexTypes }
  const answer = await fetch(page, { headers, signal }).catch((cause: unknown) => {
    signal.throwIfAborted()
    throw new EngineUnavailable(`The package index ${page.host} cannot be reached.`, { cause })
  })
  const text = await answer.text()
  if (!answer.ok) throw new EngineUnavailable(`${page.host} returned ${answer.status} for ${name}.`)
  const contentType = answer.headers.get('content-type')
  const wheel = wheelIn({ page, contentType, text, package: name, version })
  if (wheel === 'unreadable')
    throw new EngineUnavailable('The package index sent an invalid response.')
  if (wheel === undefined)
    throw new EngineUnavailable(`${page.host} has no wheel for ${name} ${version}.`)
  return wheel
}
