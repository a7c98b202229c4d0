import type { ModelId } from '@gridloom/contract/models/model-id'

/**
 * Returns an icon for a model without one: the first letter of its name on a colour derived from its id, as a `data:`
 * URL.
 */
export function modelIcon(id: ModelId): string {
  const hue = hueOf(id)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40">
<rect width="40" height="40" rx="10" fill="hsl(${hue} 55% 38%)"/>
<text x="20" y="27.5" text-anchor="middle" font-family="system-ui,sans-serif" font-size="21" font-weight="600" fill="#fff">${initialOf(id)}</text>
</svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

/** Returns the last segment of an id. */
export function modelName(id: ModelId): string {
  return id.slice(id.lastIndexOf('/') + 1)
}

/** Returns a letter or digit, so that no part of an id can be parsed as markup. */
function initialOf(id: ModelId): string {
  return /[a-z0-9]/i.exec(modelName(id))?.[0].toUpperCase() ?? '?'
}

/** Spreads hues by the golden angle, so that similar ids get different colours. */
function hueOf(id: ModelId): number {
  let sum = 0
  for (const character of id) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003
  return Math.round((sum * 137.508) % 360)
}
