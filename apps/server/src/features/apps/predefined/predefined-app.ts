import type { AppDefinition } from '@gridloom/contract/apps/app'
import type { AppName } from '@gridloom/contract/apps/app-container'

/** An app that comes with the product. */
export interface PredefinedApp {
  slug: AppName
  version: string
  definition: AppDefinition
  /** Whether `script/test --apps` took a screenshot of it, which is in `apps/web/public/apps/screenshots`. */
  hasScreenshot: boolean
}
