import type { BlendReference, SceneDiagnostic } from '@gridloom/contract/rendering/blend-facts'
import { locate } from './locate.ts'
import type { ShippedFiles } from './shipped-files.ts'

export interface ShippedFolder {
  readonly kind: 'blend' | 'zip'
  /** The folder of the inspected .blend, relative to the top of the upload. */
  readonly folder: string
  readonly files: ShippedFiles
}

/** Diagnoses the files that a .blend refers to and that rendering will not find. */
export function diagnoseFiles(
  references: readonly BlendReference[],
  shipment: ShippedFolder,
): SceneDiagnostic[] {
  const diagnostics = references.flatMap((reference) => diagnoseFile(reference, shipment) ?? [])
  if (diagnostics.length <= diagnosticsMax) return diagnostics
  const text = `${diagnostics.length - diagnosticsMax} more files are missing from the upload.`
  return [...diagnostics.slice(0, diagnosticsMax), { level: 'warning', code: 'missing_file', text }]
}

/** More diagnostics than this are summarised in one. */
const diagnosticsMax = 200

function diagnoseFile(
  reference: BlendReference,
  shipment: ShippedFolder,
): SceneDiagnostic | undefined {
  const what = `The ${kindNames[reference.kind]} “${reference.path}”`
  const place = locate(reference.path, shipment.folder)
  switch (place.where) {
    case 'absolute':
      return {
        level: 'warning',
        code: 'absolute_path',
        text: `${what} has an absolute path on your computer. In Blender, use File → External Data → Make Paths Relative, and upload a zip that contains the file.`,
      }
    case 'outside':
      return {
        level: 'warning',
        code: 'outside_path',
        text: `${what} is outside the upload. Move it into the top folder of the zip.`,
      }
    case 'inside':
      if (shipment.files.has(place.path, reference.extent)) return undefined
      return { level: 'warning', code: 'missing_file', text: missing(what, place.path, shipment) }
  }
}

function missing(what: string, path: string, { kind, files }: ShippedFolder): string {
  if (kind === 'blend')
    return `${what} is not part of a single .blend file. Upload a zip of both, or use File → External Data → Pack Resources in Blender.`
  const alike = files.alike(path)
  if (alike)
    return `${what} is in the zip as “${alike}”. Paths are case-sensitive: rename one of them.`
  return `${what} is missing from the zip. Expected at “${path}”.`
}

const kindNames: Record<BlendReference['kind'], string> = {
  image: 'image',
  library: 'library',
  cache: 'cache',
  volume: 'volume',
  sound: 'sound',
  font: 'font',
  movie: 'movie',
  light: 'light profile',
}
