import { z } from 'zod'
import { limits } from '../core/constants.ts'
import { Environment, LaunchMode, Port, Readiness } from '../templates/container-fields.ts'
import { ImageRecipe } from './recipe.ts'

/** The name of an app in addresses, commands and the names of images. */
export const AppName = z
  .string()
  .regex(
    /^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/,
    'Use 1 to 40 lower-case letters, digits and dashes',
  )
  .meta({ examples: ['jupyterlab'] })
export type AppName = z.infer<typeof AppName>

/** The name of an environment variable whose value is made for each instance. */
const SecretName = z
  .string()
  .regex(/^[A-Z][A-Z0-9_]{0,63}$/)
  .meta({ examples: ['PASSWORD'] })

/**
 * A page of an app, at the address of a port. `{NAME}` in the path is replaced by the variable of that name, encoded for
 * a URL.
 */
export const AppLink = z.strictObject({
  title: z.string().min(1).max(60),
  port: Port,
  path: z
    .string()
    .max(500)
    .regex(/^\/[!-~]*$/)
    .meta({ examples: ['/lab?token={JUPYTER_TOKEN}'] }),
})
export type AppLink = z.infer<typeof AppLink>

/** How a user signs in to an app: a user name that is fixed, and the variable that has the password. */
export const AppLogin = z.strictObject({
  /** Empty: the app asks for no user name. */
  username: z.string().max(60),
  password: SecretName,
})
export type AppLogin = z.infer<typeof AppLogin>

/** What an app runs on a machine that builds its image, without what screens show of it. */
export const AppContainer = z.strictObject({
  name: AppName,
  recipe: ImageRecipe,
  launch_mode: LaunchMode.exclude(['jupyter']),
  on_start_script: z.string().max(limits.startScriptBytes),
  /** Variables that a user may change. */
  env: Environment,
  /** Variables that get a secret of their own in each instance. */
  secrets: z.array(SecretName).max(8),
  ports: z.array(Port).max(limits.ports),
  readiness: Readiness,
  links: z.array(AppLink).max(8),
  /** `null`: its links sign in by themselves, or it needs no login. */
  login: AppLogin.nullable(),
  /** What it needs to run; a build needs no more. */
  needs: z.strictObject({ memory_mib: z.int().min(1), disk_gb: z.int().min(limits.diskGbMin) }),
})
export type AppContainer = z.infer<typeof AppContainer>
