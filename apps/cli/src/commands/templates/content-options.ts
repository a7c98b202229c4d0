import { limits } from '@gridloom/contract/core/constants'
import { LaunchMode } from '@gridloom/contract/templates/container-fields'
import type { Command } from 'commander'
import { collectEnv, oneOf, several, wholeNumber } from '../../input/parse-values.ts'
import { addNeedOptions, type NeedOptions } from '../shared/need-options.ts'
import { addRegistryOptions, type RegistryOptions } from './registry-login.ts'

/** What a template holds, as options name it. */
export interface ContentOptions extends NeedOptions, RegistryOptions {
  name?: string
  slug?: string
  image?: string
  mode?: LaunchMode
  startScript?: string
  dockerOptions?: string
  arg?: string[]
  env?: Record<string, string>
  port?: number[]
  ready?: string
  readyTimeout?: number
  disk?: number
  description?: string
  readme?: string
  tag?: string[]
  public?: boolean
  filter?: string
}

/** Adds the options of `create` and `edit`. */
export function addContentOptions(command: Command): Command {
  addTextOptions(command.optionsGroup('Description:'))
  addContainerOptions(command.optionsGroup('Container:'))
  addRegistryOptions(command.optionsGroup('Registry:'))
  addNeedOptions(command.optionsGroup('Offers that it needs:')).option(
    '--filter <query>',
    'further filters, as a text query such as "cuda>=12.4 region:EU"',
  )
  return command.optionsGroup('Options:')
}

function addTextOptions(command: Command): Command {
  return command
    .option('--name <name>', `name on screens, at most ${limits.templateNameChars} characters`)
    .option('--slug <slug>', 'name in commands (for new ones: made from the name)')
    .option('--description <text>', 'one line')
    .option('--readme <file>', 'README in Markdown')
    .option('--tag <tag>', 'tag; repeat for several', several)
    .option('--public', 'list it for everyone')
}

function addContainerOptions(command: Command): Command {
  return command
    .option('--image <image>', 'image, such as python:3.13')
    .option(
      '--mode <mode>',
      'shell: run the start script and stay up (for new ones); entrypoint: start as the image says',
      oneOf('--mode', LaunchMode.options),
    )
    .option('--start-script <file>', 'script that runs at each start')
    .option('--docker-options <text>', 'options of docker run, such as "--shm-size 1g"')
    .option('--arg <text>', 'argument of the entry point; repeat for several', several)
    .option('--env <name=value>', 'environment variable; repeat for several', collectEnv)
    .option('--port <n>', 'port that it serves on; repeat for several', collectPort)
    .option(
      '--ready <check>',
      'when it is ready: started, tcp:PORT, http:PORT/PATH, or exec:COMMAND (for new ones: started)',
    )
    .option(
      '--ready-timeout <s>',
      'how long that may take (default: 600)',
      wholeNumber('--ready-timeout', 1, 3_600),
    )
    .option(
      '--disk <gb>',
      'recommended disk size (for new ones: 10)',
      wholeNumber('--disk', limits.diskGbMin, limits.diskGbMax),
    )
}

function collectPort(text: string, before: readonly number[] = []): number[] {
  return [...before, wholeNumber('--port', 1, 65_535)(text)]
}
