import type { DockerOptions } from '@gridloom/contract/templates/docker-options'
import type { Template } from '@gridloom/contract/templates/template'
import { Document, Scalar, visit } from 'yaml'
import type { HealthCheck } from '../container/health-check.ts'
import { containerOf } from './container-of.ts'

/** A value of a Compose file; keys with `undefined` are left out. */
type ComposeValue =
  | string
  | number
  | boolean
  | undefined
  | readonly ComposeValue[]
  | { readonly [key: string]: ComposeValue }

/** Writes a Compose file with one service, which has the name of the template. */
export function exportCompose(
  template: Pick<Template, 'name'> & Parameters<typeof containerOf>[0],
): string {
  const { image, options, launch, healthCheck } = containerOf(template)
  const service = {
    image,
    entrypoint: launch.entryPoint ?? undefined,
    command: launch.args.length === 0 ? undefined : launch.args,
    ...optionKeys(options),
    healthcheck: healthCheck === null ? undefined : healthKeys(healthCheck),
  }
  const volumes = Object.fromEntries(options.volumes.map(({ name }) => [name, { external: true }]))
  const file = {
    services: { [template.name]: service },
    volumes: options.volumes.length === 0 ? undefined : volumes,
  }
  return yamlOf(escaped(file))
}

function yamlOf(value: ComposeValue): string {
  const document = new Document(value)
  visit(document, {
    // As a block, lines of nothing but spaces would be read back without them.
    Scalar: (_key, scalar) => {
      if (typeof scalar.value === 'string' && scalar.value.trim() === '')
        scalar.type = Scalar.QUOTE_DOUBLE
    },
  })
  return document.toString({ lineWidth: 0 })
}

function optionKeys(options: DockerOptions): Record<string, ComposeValue> {
  const { env, ports, volumes, shm_mib, ulimits, workdir, user, hostname } = options
  return {
    environment: Object.keys(env).length === 0 ? undefined : env,
    ports: ports.length === 0 ? undefined : ports.map((port) => `${port}:${port}`),
    volumes: volumes.length === 0 ? undefined : volumes.map(volumeText),
    shm_size: shm_mib === null ? undefined : `${shm_mib}m`,
    ulimits:
      ulimits.length === 0
        ? undefined
        : Object.fromEntries(ulimits.map(({ name, soft, hard }) => [name, { soft, hard }])),
    working_dir: workdir ?? undefined,
    user: user ?? undefined,
    hostname: hostname ?? undefined,
  }
}

function volumeText({ name, path, mode }: DockerOptions['volumes'][number]): string {
  return `${name}:${path}${mode === 'read_only' ? ':ro' : ''}`
}

function healthKeys({ command, interval, retries, startPeriod }: HealthCheck) {
  return {
    test: ['CMD', ...command],
    interval,
    retries: retries === undefined ? undefined : Number(retries),
    start_period: startPeriod,
  }
}

/** A dollar sign would start a variable. */
function escaped(value: ComposeValue): ComposeValue {
  if (typeof value === 'string') return value.replaceAll('$', '$$$$')
  if (isList(value)) return value.map(escaped)
  if (typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, escaped(item)]))
}

function isList(value: ComposeValue): value is readonly ComposeValue[] {
  return Array.isArray(value)
}
