import { z } from 'zod'
import { limits } from '../core/constants.ts'
import { MicroUsdPerHour, PlainLine } from '../core/values.ts'
import { PortAccess } from '../ports/port-address.ts'
import { Port } from '../templates/container-fields.ts'
import { TemplateFields, TemplateFilters } from '../templates/template.ts'
import { AppLink, AppLogin, AppName } from './app-container.ts'
import { AppField } from './app-field.ts'
import { ImageRecipe } from './recipe.ts'

/** Bounds of the app store. */
export const appLimits = {
  /** Apps that the operator added. */
  operatorApps: 200,
  fields: 20,
  descriptionChars: 16 * 1024,
  screenshots: 6,
  /** Apps that a machine is to hold ready. */
  preparedPerMachine: 10,
  /** Kinds of machines whose measured starts are shown. */
  startRows: 40,
} as const

export const AppCategory = z.enum(['ai', 'development', 'data', 'graphics', 'web', 'games'])
export type AppCategory = z.infer<typeof AppCategory>

/** A port of an app, and who may open its address after the launch. */
export const AppPort = z.strictObject({
  port: Port,
  name: PlainLine.min(1).max(60),
  /** `tcp`: no browser opens it; it is forwarded, or opened as a public TCP port. */
  protocol: z.enum(['http', 'tcp']).default('http'),
  access: PortAccess.default('private'),
})
export type AppPort = z.infer<typeof AppPort>

/** What an app runs and asks for. A version of it never changes. */
export const AppDefinition = z.strictObject({
  name: PlainLine.min(1).max(60),
  /** One line. */
  summary: PlainLine.min(1).max(140),
  /** In Markdown. */
  description: z.string().max(appLimits.descriptionChars).default(''),
  category: AppCategory,
  fields: z.array(AppField).max(appLimits.fields).default([]),
  /** Filters of the market: what it needs to run. */
  needs: TemplateFilters.default({}),
  recommended_disk_gb: z.int().min(limits.diskGbMin).max(limits.diskGbMax).default(10),
  /** The container. Of an app with a recipe, the name of the image follows from the recipe. */
  container: TemplateFields.omit({ ports: true }),
  /** How machines build its image; `null`: it is pulled from its registry. */
  recipe: ImageRecipe.nullable().default(null),
  ports: z.array(AppPort).max(limits.ports).default([]),
  /** Its pages; the first is the one that “Open” opens. */
  links: z.array(AppLink).max(8).default([]),
  /** `null`: its links sign in by themselves, or it needs no login. */
  login: AppLogin.nullable().default(null),
})
export type AppDefinition = z.infer<typeof AppDefinition>

/** `predefined`: comes with the product. `operator`: this installation's operator added it. */
export const AppSource = z.enum(['predefined', 'operator'])
export type AppSource = z.infer<typeof AppSource>

/**
 * First starts of an app in the last 30 days, on one kind of machine. Times are from the order until the app was ready,
 * in seconds, accurate to 5 %; `null` where none was ready.
 */
export const AppStarts = z.strictObject({
  /** A GPU model, or `CPU`. */
  hardware: z.string(),
  /** Whether the machine had the image when it was ordered. */
  image_held: z.boolean(),
  ready: z.int(),
  failed: z.int(),
  p50_s: z.number().nullable(),
  p90_s: z.number().nullable(),
})
export type AppStarts = z.infer<typeof AppStarts>

/** An app as the catalogue shows it. */
export const AppSummary = z.strictObject({
  slug: AppName,
  version: z.string().max(20),
  source: AppSource,
  name: z.string(),
  summary: z.string(),
  category: AppCategory,
  /** The address of its picture. */
  picture: z.string().nullable(),
  image: z.string(),
  /** The registry that machines download the image from; `null`: they build it themselves. */
  registry: z.string().nullable(),
  needs: TemplateFilters,
  /** The all-in price of the cheapest free offer that fits, with the recommended disk; `null`: none is free. */
  from_micro_usd_per_hour: MicroUsdPerHour.nullable(),
  /** Free offers that fit, counted up to 1,000. */
  offers: z.int(),
  /** Machines among them that have the image. */
  held_machines: z.int(),
  /** The median start of the last 30 days where the image was there, and where it was not. */
  ready_held_s: z.number().nullable(),
  ready_s: z.number().nullable(),
  position: z.int(),
  hidden: z.boolean(),
})
export type AppSummary = z.infer<typeof AppSummary>

export const AppScreenshot = z.strictObject({ place: z.int(), url: z.string() })
export type AppScreenshot = z.infer<typeof AppScreenshot>

/** An app with everything that its page shows. */
export const App = z.strictObject({
  ...AppSummary.shape,
  definition: AppDefinition,
  screenshots: z.array(AppScreenshot),
  starts: z.array(AppStarts).max(appLimits.startRows),
})
export type App = z.infer<typeof App>
