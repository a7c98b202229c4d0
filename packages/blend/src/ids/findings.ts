import type {
  BlendFacts,
  BlendReference,
  BlendScene,
} from '@gridloom/contract/rendering/blend-facts'

/** A scene as read; its camera is resolved once all objects are known. */
export interface FoundScene {
  readonly address: bigint
  readonly facts: Omit<BlendScene, 'camera'>
  readonly camera: bigint | undefined
}

/** A simulation, which Blender computes frame by frame, so that it must be baked or rendered on one machine. */
export interface Simulation {
  /** The object or scene that has it. */
  readonly owner: string
  readonly kind: 'cloth' | 'soft body' | 'particles' | 'fluid' | 'rigid bodies'
  /** Whether it is baked, with the result in the file itself or in `//blendcache_<file>`. */
  readonly baked: 'no' | 'inside' | 'beside'
  /** For particles: their settings, some of which need no simulation. */
  readonly settings?: bigint | undefined
}

/** The findings from the data-blocks of a file. Lists are limited as in `BlendFacts`. */
export class Findings {
  readonly scenes: FoundScene[] = []
  readonly #objects = new Map<bigint, string>()
  readonly cameras: string[] = []
  readonly scripts: string[] = []
  readonly simulations: Simulation[] = []
  readonly #stillParticles = new Set<bigint>()
  readonly #references = new Map<string, BlendReference>()
  activeScene: bigint | undefined
  thumbnail: BlendFacts['thumbnail'] = null
  packedFiles = 0
  pythonDrivers = 0

  get references(): BlendReference[] {
    return [...this.#references.values()]
  }

  /** Adds a reference once, however many data-blocks use it. */
  refer(reference: BlendReference): void {
    if (reference.path === '' || this.#references.size >= most.references) return
    const path = reference.path.slice(0, pathLengthMax)
    this.#references.set(`${reference.kind} ${path}`, { ...reference, path })
  }

  /** Records an object, of this file or linked, to resolve cameras. */
  addObject(address: bigint, name: string): void {
    if (this.#objects.size < most.objects) this.#objects.set(address, name)
  }

  objectAt(address: bigint | undefined): string | undefined {
    return address === undefined ? undefined : this.#objects.get(address)
  }

  /** Records particle settings that need no simulation: hair, and particles that do not move. */
  addStillParticles(address: bigint): void {
    if (this.#stillParticles.size < most.objects) this.#stillParticles.add(address)
  }

  /** Resolves the findings that depend on all settings. */
  get movingSimulations(): Simulation[] {
    return this.simulations.filter(
      ({ settings }) => settings === undefined || !this.#stillParticles.has(settings),
    )
  }

  addScene(scene: FoundScene): void {
    if (this.scenes.length < most.scenes) this.scenes.push(scene)
  }

  addCamera(name: string): void {
    if (this.cameras.length < most.cameras) this.cameras.push(name)
  }

  addScript(name: string): void {
    if (this.scripts.length < most.scripts) this.scripts.push(name)
  }

  addSimulation(simulation: Simulation): void {
    if (this.simulations.length < most.simulations) this.simulations.push(simulation)
  }
}

/** The contract’s limit of a path; Blender's folder and name together may be one character longer. */
const pathLengthMax = 1_024

const most = {
  objects: 1_000_000,
  scenes: 1_000,
  cameras: 10_000,
  references: 10_000,
  scripts: 1_000,
  simulations: 1_000,
}
