import { TemplateId } from '@gridloom/contract/core/ids'
import { NewTemplate, type Template, TemplateContent } from '@gridloom/contract/templates/template'
import { splitShellWords } from '@gridloom/domain/shell/split-words'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { builtInTemplates } from '../built-in.ts'
import { parseTemplateSource } from '../sources/parse-template-source.ts'
import { exportTemplate } from './export-template.ts'

const formats = ['compose', 'docker_run'] as const

describe('exportTemplate', () => {
  it('writes JSON that creates the template again, without what belongs to the account', () => {
    const template = aTemplate({ env: { A: 'b' }, tags: ['x'], extra_filters: { kind: 'gpu' } })
    const { name, public_template } = template
    const body = NewTemplate.parse(JSON.parse(exportTemplate(template, 'json')))
    expect(body).toEqual({ ...contentOf(template), name, public_template })
  })

  it('writes a Compose file', () => {
    expect(exportTemplate(aServer(), 'compose')).toBe(`services:
  my-server:
    image: nginx:1.27
    command:
      - nginx
      - -g
      - daemon off;
    environment:
      MODE: fast
      PRICE: 5$$
    ports:
      - 8080:8080
      - 80:80
    volumes:
      - cache:/data:ro
    shm_size: 64m
    ulimits:
      nofile:
        soft: 1
        hard: 2
    healthcheck:
      test:
        - CMD
        - /bin/sh
        - -c
        - test -e $$HOME
      interval: 5s
      retries: 3
      start_period: 45s
volumes:
  cache:
    external: true
`)
  })

  it('writes a docker run command', () => {
    expect(exportTemplate(aServer(), 'docker_run')).toBe(
      `docker run -e MODE=fast -e 'PRICE=5$' -p 8080:8080 -p 80:80 -v cache:/data:ro --shm-size 64m --ulimit nofile=1:2 --health-cmd 'test -e $HOME' --health-interval 5s --health-retries 3 --health-start-period 45s nginx:1.27 nginx -g 'daemon off;'\n`,
    )
    expect(exportTemplate(aTemplate({}), 'docker_run')).toBe(
      `docker run --entrypoint /bin/sh debian:12 -c 'while :; do sleep 86400; done'\n`,
    )
  })

  it.each([
    ['own', 'my-server'],
    ['predefined', 'my-server'],
    ['public', 'tpl_01jd3v8q6f7g8h9jkmnpqrstvw'],
    ['shared', 'tpl_01jd3v8q6f7g8h9jkmnpqrstvw'],
  ] as const)('writes the command that orders with a template: %s', (access, name) => {
    expect(exportTemplate(aTemplate({ access }), 'gridloom')).toBe(
      `gridloom rent OFFER --template ${name}\n`,
    )
  })

  it.each(formats)('writes the predefined templates so that %s gives them back', (kind) => {
    for (const template of builtInTemplates) {
      const { image_path_with_tag, launch_mode, on_start_script, env, ports } = template
      const { content, refused } = parseTemplateSource({
        kind,
        text: exportTemplate(template, kind),
      })
      expect(refused).toEqual([])
      expect({ env: {}, ports: [], ...content }).toMatchObject({
        image_path_with_tag,
        launch_mode,
        on_start_script,
        env,
        ports,
      })
    }
  })

  it.each(formats)('keeps values of nothing but spaces and line breaks: %s', (kind) => {
    const env = { A: ' \n', B: '\n \n', C: ' ', D: ' \t\n ' }
    const { content } = parseTemplateSource({
      kind,
      text: exportTemplate(aTemplate({ env }), kind),
    })
    expect(content.env).toEqual(env)
  })

  it.each(formats)('is read back as the same fields, with any values: %s', (kind) => {
    fc.assert(
      fc.property(anyFields(), (fields) => {
        const text = exportTemplate(aTemplate(fields), kind)
        const { content, refused } = parseTemplateSource({ kind, text })
        expect(refused).toEqual([])
        expect({
          env: {},
          ports: [],
          docker_entry_point_tags: [],
          docker_options: '',
          ...content,
        }).toEqual({
          ...fields,
          image_path_with_tag: 'debian:12',
        })
      }),
      { numRuns: 200 },
    )
  })

  it.each(formats)(
    'writes a template with JupyterLab as a shell that runs its script: %s',
    (kind) => {
      const script = { on_start_script: 'make "a b"' }
      const jupyter = exportTemplate(aTemplate({ ...script, launch_mode: 'jupyter' }), kind)
      expect(jupyter).toBe(exportTemplate(aTemplate({ ...script, launch_mode: 'shell' }), kind))
    },
  )

  it('writes the words of a start script as arguments of the entry point', () => {
    const template = aTemplate({ launch_mode: 'entrypoint', on_start_script: `serve "a b"` })
    const { words } = splitShellWords(exportTemplate(template, 'docker_run'))
    expect(words.map(({ text }) => text)).toEqual(['docker', 'run', 'debian:12', 'serve', 'a b'])
  })
})

/** Fields in the form in which sources give them. */
function anyFields() {
  const text = fc
    .string({
      unit: fc.oneof(
        fc.constantFrom(...'a \'"\\\n$`&#:-{}[]*!|>%@,\t~'),
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
      ),
      maxLength: 30,
    })
    .filter((value) => !value.includes('\0'))
  const name = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,10}$/).filter((it) => it !== '__proto__')
  return fc.record({
    launch_mode: fc.constant('entrypoint' as const),
    docker_entry_point_tags: fc.array(text, { maxLength: 8 }),
    env: fc.dictionary(name, text, { maxKeys: 8, noNullPrototype: true }),
    ports: fc.uniqueArray(fc.integer({ min: 1, max: 65_535 }), { maxLength: 8 }),
    docker_options: fc.constantFrom(
      '',
      '-v cache:/data:ro --shm-size 64m --ulimit nofile=1:2 -w /srv -u app -h web',
    ),
    readiness: fc.record({
      kind: fc.constant('exec' as const),
      command: text.map((line) => ['/bin/sh', '-c', line]),
      timeout_s: fc.integer({ min: 1, max: 3_600 }),
    }),
  })
}

function aServer(): Template {
  return aTemplate({
    image_path_with_tag: 'nginx:1.27',
    launch_mode: 'entrypoint',
    docker_entry_point_tags: ['nginx', '-g', 'daemon off;'],
    docker_options:
      '-e MODE=slow -e PRICE=5$ -p 8080:8080 -v cache:/data:ro --shm-size 64m --ulimit nofile=1:2',
    env: { MODE: 'fast' },
    ports: [80, 8080],
    readiness: { kind: 'exec', command: ['/bin/sh', '-c', 'test -e $HOME'], timeout_s: 60 },
  })
}

function aTemplate(fields: Partial<Template>): Template {
  return {
    ...TemplateContent.parse({ image_path_with_tag: 'debian:12', template_name: 'My server' }),
    id: TemplateId.parse('tpl_01jd3v8q6f7g8h9jkmnpqrstvw'),
    name: 'my-server',
    version: '3',
    template_type: 'custom',
    public_template: false,
    template_code: null,
    template_image: null,
    docker_repo_password_saved: true,
    access: 'own',
    author: 'Ada',
    uses: 1,
    starts: { succeeded: 1, failed: 0 },
    updated_at: null,
    ...fields,
  }
}

function contentOf(template: Template): TemplateContent {
  return TemplateContent.parse(
    Object.fromEntries(TemplateContent.keyof().options.map((field) => [field, template[field]])),
  )
}
