import type { AppDefinition } from '@gridloom/contract/apps/app'
import type { AppContainer } from '@gridloom/contract/apps/app-container'
import type { z } from 'zod'
import { defineApp } from './define-app.ts'
import type { PredefinedApp } from './predefined-app.ts'

type Definition = z.input<typeof AppDefinition>

/** What screens show of an app whose container is known, and what it asks for beside its secrets. */
type Presentation = Pick<Definition, 'name' | 'summary' | 'description' | 'category'> &
  Pick<Definition, 'fields'> & {
    /** The names of its ports; those without one are named by their number. */
    ports: Readonly<Record<number, string>>
    /** Ports that no browser opens. */
    tcp?: readonly number[]
    /** What a secret is called; `Password` by default. */
    secret?: string
    recommendedDiskGb: number
  }

/** Defines an app that machines build themselves: its secrets are generated, its recipe makes its image. */
export function defineBuiltApp(
  container: AppContainer,
  version: string,
  { ports, tcp = [], secret = 'Password', recommendedDiskGb, fields = [], ...shown }: Presentation,
): PredefinedApp {
  const { name, recipe, secrets, links, login, needs, ports: declared, ...rest } = container
  const asked = new Set(fields.map((field) => field.name))
  const env = Object.fromEntries(Object.entries(rest.env).filter(([key]) => !asked.has(key)))
  return defineApp(name, version, {
    ...shown,
    fields: [
      ...fields,
      ...secrets.map((variable) => ({ name: variable, label: secret, kind: 'generate' as const })),
    ],
    needs: { memory_mib_min: needs.memory_mib, disk_gb_min: needs.disk_gb },
    recommended_disk_gb: recommendedDiskGb,
    // The name of its image follows from the recipe.
    container: { ...rest, env, image_path_with_tag: recipe.base },
    recipe,
    ports: declared.map((port) => ({
      port,
      name: ports[port] ?? `Port ${port}`,
      protocol: tcp.includes(port) ? ('tcp' as const) : ('http' as const),
    })),
    links,
    login,
  })
}
