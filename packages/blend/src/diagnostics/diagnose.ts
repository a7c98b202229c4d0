import type { BlendReference, SceneDiagnostic } from '@gridloom/contract/rendering/blend-facts'
import type { Inspection } from '../inspect-blend.ts'
import { diagnoseFiles, type ShippedFolder } from './file-diagnostics.ts'
import { diagnoseScenes } from './scene-diagnostics.ts'
import type { ShippedFiles } from './shipped-files.ts'
import { diagnoseWholeFile } from './whole-file-diagnostics.ts'

interface Shipped {
  readonly kind: ShippedFolder['kind']
  /** The path of the .blend, from the top folder of the upload. */
  readonly path: string
  readonly files: ShippedFiles
}

/**
 * Returns everything that a user should know about a .blend before uploading it: errors, then files, then the rest.
 * Pure.
 */
export function diagnose(
  inspection: Inspection,
  { kind, path, files }: Shipped,
): SceneDiagnostic[] {
  const slash = path.lastIndexOf('/')
  const shipment = { kind, folder: slash < 0 ? '' : path.slice(0, slash), files }
  const references = [...inspection.facts.references, ...cacheFolders(inspection, path)]
  return [
    ...diagnoseScenes(inspection.facts),
    ...diagnoseFiles(references, shipment),
    ...diagnoseWholeFile(inspection.facts, inspection.simulations),
  ]
    .slice(0, diagnosticsMax)
    .map((one) => ({ ...one, text: one.text.slice(0, textMax) }))
}

/** The contract’s limits; names in a text may be long. */
const diagnosticsMax = 1_000
const textMax = 2_000

/** Caches on the disk are in a folder with the file's name. Source: `PTCACHE_PATH` of `BKE_pointcache.h`. */
function cacheFolders({ simulations }: Inspection, path: string): BlendReference[] {
  if (!simulations.some(({ baked }) => baked === 'beside')) return []
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.blend$/i, '')
  return [{ kind: 'cache', path: `//blendcache_${name}`, extent: 'file' }]
}
