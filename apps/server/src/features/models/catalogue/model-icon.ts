import type { ModelId } from '@gridloom/contract/models/model-id'

/** A picture of a model that has none: the first letter of its name on a colour of its id, as a `data:` address. */
export function modelIcon(id: ModelId): string {
  const hue = hueOf(id)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40">
<rect width="40" height="40" rx="10" fill="hsl(${hue} 55% 38%)"/>
<text x="20" y="27.5" text-anchor="middle" font-family="system-ui,sans-serif" font-size="21" font-weight="600" fill="#fff">${initialOf(id)}</text>
</svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

/** The last segment of an id. */
export function modelName(id: ModelId): string {
  return id.slice(id.lastIndexOf('/') + 1)
}

/** An email or digit, so that nothing of an id is ever read as markup. */
function initialOf(id: ModelId): string {
  return /[a-z0-9]/i.exec(modelName(id))?.[0].toUpperCase() ?? '?'
}

/** Spread over the circle by the golden angle, so that ids that are alike look different. */
function hueOf(id: ModelId): number {
  let sum = 0
  for (const character of id) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003
  return Math.round((sum * 137.508) % 360)
}
