import { readFile } from 'node:fs/promises'
import { type PackageSources, publicSources } from '../src/instances/builds/package-sources.ts'

/** Packages come from where this machine gets them: its mirrors may have a certificate of their own. */
export function machineSources(): PackageSources {
  const { PIP_CERT: file, PIP_INDEX_URL: pipIndex, GRIDLOOM_APT_MIRROR: aptMirror } = process.env
  return {
    ...publicSources,
    ...(pipIndex === undefined ? {} : { pipIndex }),
    ...(aptMirror === undefined ? {} : { aptMirror }),
    certificates: file === undefined ? undefined : () => readFile(file, 'utf8'),
  }
}
