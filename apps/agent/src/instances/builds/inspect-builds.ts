import { readFile } from 'node:fs/promises'
import { type Finding, ok, warn } from '../../doctor/finding.ts'
import { RuntimeFailure } from '../../runtime/failure.ts'
import type { PackageSources } from './package-sources.ts'

const bytesMax = 1024 * 1024

/** Reports whether images can be built: apps need packages of Debian, PyPI and npm, in a container that reaches them. */
export async function inspectBuilds(sources: PackageSources): Promise<Finding> {
  try {
    await sources.certificates?.()
  } catch (cause) {
    const remedy = 'Name a file with certificates as PEM by --build-ca, or GRIDLOOM_BUILD_CA'
    return warn('images of apps', cause instanceof Error ? cause.message : String(cause), remedy)
  }
  const { aptMirror, pipIndex, npmRegistry, proxy } = sources
  const through = proxy === undefined ? '' : ', through a proxy'
  const from = [aptMirror, pipIndex, npmRegistry].map((url) => new URL(url).host).join(', ')
  return ok('images of apps', `built here with packages from ${from}${through}`)
}

/** Reads the certificates that builds trust. Errors: `build_failed`. */
export async function readCertificates(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw unusable(`The certificates for builds in ${file} cannot be read.`, cause)
  })
  if (text.length <= bytesMax && text.includes('-----BEGIN CERTIFICATE-----')) return text
  throw unusable(`${file} has no certificates as PEM, or more than 1 MiB.`)
}

function unusable(text: string, cause?: unknown): RuntimeFailure {
  return new RuntimeFailure('build_failed', text, { cause })
}
