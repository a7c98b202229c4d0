import type { App, AppSummary } from '@gridloom/contract/apps/app'
import { registryOf } from '@gridloom/domain/image-address'
import type { AppFacts } from './app-facts.ts'
import type { CatalogueApp } from './catalogue.ts'
import { imageOf } from './need-of.ts'

/** Images of ours that every machine makes itself. */
const baseImages = /^gridloom\/base(?:$|[:/])/

/** An app as the catalogue shows it. */
export function summaryOf(app: CatalogueApp, facts: AppFacts): AppSummary {
  const { slug, version, source, picture, position, hidden, definition } = app
  const image = imageOf(slug, definition)
  const isMade = definition.recipe !== null || baseImages.test(image)
  return {
    ...{ slug, version, source, picture, position, hidden, image },
    name: definition.name,
    summary: definition.summary,
    category: definition.category,
    registry: isMade ? null : registryOf(image),
    needs: definition.needs,
    from_micro_usd_per_hour: facts.fromMicroUsdPerHour,
    offers: facts.offers,
    held_machines: facts.heldMachines,
    ready_held_s: facts.readyHeldS,
    ready_s: facts.readyS,
  }
}

/** An app with everything that its page shows. */
export function appView(app: CatalogueApp, facts: AppFacts): App {
  const { definition, screenshots } = app
  return { ...summaryOf(app, facts), definition, screenshots, starts: facts.starts }
}
