import { AppDefinition } from '@gridloom/contract/apps/app'
import { AppName } from '@gridloom/contract/apps/app-container'
import type { z } from 'zod'
import type { PredefinedApp } from './predefined-app.ts'

type Definition = z.input<typeof AppDefinition>

/** Defines an app that comes with the product. Another content needs another version. */
export function defineApp(slug: string, version: string, definition: Definition): PredefinedApp {
  return {
    slug: AppName.parse(slug),
    version,
    definition: AppDefinition.parse(definition),
    // Tests start those that machines build, and no other.
    hasScreenshot: definition.recipe !== undefined,
  }
}
