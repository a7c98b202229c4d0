/** Numbers that the specification or a promise of the product fixes. Units stand at the end of each name. */
export const microUsdPerUsd = 1_000_000

/** The session cookie's name and life (specification, section 9). */
export const tokenCookie = 'token'

export const sessionLifeS = 7 * 24 * 60 * 60

/** An access token's own short life: past it the server answers 403 `token_expired`. */
export const tokenLifeS = 15 * 60

/** One-time codes: six digits, ten minutes, five tries, one email a minute (specification, section 9). */
export const otpLength = 6

export const otpMinimumAccepted = 4

export const otpLifeS = 10 * 60

export const otpTriesMax = 5

export const otpResendS = 60

/** How long the temporary token of a forgotten password is good. */
export const resetLifeS = 10 * 60

/** How long somebody who proved who they are may do what asks for it. */
export const confirmedForS = 15 * 60

/** An account whose email address was never verified is forgotten after this. */
export const unverifiedAccountLifeS = 7 * 24 * 60 * 60

/** How long an invitation to a company waits for the holder of its address. */
export const invitationLifeS = 14 * 24 * 60 * 60

/** A quote's price is locked this long and redeemed at most once. */
export const quoteLifeS = 60

export const enrolmentTokenLifeS = 10 * 60

/** An agent speaks this often, and is given up after this long. */
export const heartbeatMs = 5_000

export const machineSilentAfterMs = 30_000

/** A computer and its GPUs stay their owner's for so long after its agent was heard last. */
export const computerKeptForDays = 7

/** A hold covers this much use ahead; it is topped up when less than the second figure is left. */
export const holdAheadS = 15 * 60

export const holdTopUpBelowS = 10 * 60

/** An instance is stopped when what is held covers less use than this. */
export const holdStopBelowS = 20

/** An instance that runs and is not ready yet is free for this long, all starts of one order together. */
export const freeStartS = 5 * 60

/** The same of all orders of one user together within a day. */
export const freeStartPerDayS = 30 * 60

/** Of what was asked to stop or to go, nothing is charged beyond this, whatever its machine says. */
export const stopChargedS = 10

/** A machine that is heard and has not stopped within this what it was asked to stop gets nothing more to rent out. */
export const stopActedWithinS = 70

/** Use is booked to the ledger at least this often. */
export const captureEveryS = 60

/** Warnings before the balance runs out, in seconds of use left. */
export const exhaustionWarningsS = [3600, 600] as const

/** How long a stopped disk is kept after the balance ran out. */
export const diskKeptAfterExhaustionS = 48 * 60 * 60

/** Uploads are hashed in blocks of this; the hash of the list of hashes names the content. */
export const hashBlockBytes = 8 * 1024 * 1024

/** An upload that nobody goes on with is forgotten after this. */
export const renderUploadLifeS = 24 * 60 * 60

/** A machine that was given frames and says nothing for this long has lost them. */
export const renderLeaseS = 45

/** Machines that must fail at a frame before it is given up. */
export const renderFailuresMax = 3

/** No frame costs more than so many times what the user saw estimated for one. */
export const framePriceTimesMax = 3

/** A picture that nobody could check, and that nobody accepted, is given up after this; its pay goes back to the renter. */
export const renderHeldLifeS = 14 * 24 * 60 * 60

/** A machine of score 1 renders this many samples of the canary in a minute. */
export const canarySamplesPerMinute = 1_000

/** What a reference hour costs where the provider said nothing. */
export const usualRenderMicroUsdPerHour = 300_000

/** What is set aside for a test frame where the user said nothing. */
export const usualTestBudgetMicroUsd = 250_000

/** How every API key begins, so that scanners of secrets know one when it leaks. */
export const apiKeyPrefix = 'glk_'

export const limits = {
  diskGbMin: 1,
  diskGbMax: 16_384,
  /** What an image may take on a machine, in GB of its unpacked layers. */
  imageUnpackedGbMax: 64,
  slotsPerInstance: 16,
  envEntries: 64,
  envValueChars: 4_096,
  ports: 64,
  startScriptBytes: 64 * 1024,
  labelChars: 80,
  jsonBodyBytes: 1024 * 1024,
  /** Of a body that needs no token. */
  publicBodyBytes: 64 * 1024,
  /** How deep the lists and objects of a body may stand in each other, and how many values they hold in all. */
  jsonDepth: 64,
  jsonValues: 65_536,
  /** Open at a time: server-sent events, and WebSockets, of which each forwarded connection takes one. */
  eventStreamsPerAccount: 100,
  socketsPerAccount: 500,
  logTailLines: 10_000,
  execOutputBytes: 8 * 1024 * 1024,
  execTimeoutS: 3_600,
  pictureBytes: 256 * 1024,
  /** Of a user; a company has none. */
  sshKeysPerAccount: 50,
  passkeysPerAccount: 20,
  membersPerCompany: 1_000,
  sceneBytes: 20 * 1024 ** 3,
  /** Of one picture, such as 8192 × 8192. */
  framePixels: 67_108_864,
  framesPerJob: 200_000,
  framesPerCall: 10_000,
} as const

/** What a user and the companies they own have at most, counted together (docs/decisions/0112). */
export const quotas = {
  companies: 10,
  apiKeys: 100,
  /** Not destroyed. */
  instances: 500,
  /** A data centre has hundreds. */
  machines: 2_000,
  sceneStoreGiB: 100,
  /** With uploads on their way. */
  scenes: 2_000,
  renderJobsOpen: 200,
  /** With those that have ended and were not deleted. */
  renderJobs: 5_000,
  chats: 20_000,
  chatTextMiB: 512,
  answersAtOnce: 32,
} as const

/** How often one user makes in a day what leaves a record for good, for themselves and companies alike. */
export const dailyMax = {
  'API keys': 200,
  instances: 1_000,
  'enrolment tokens': 2_000,
  'render jobs': 1_000,
  scenes: 2_000,
  'transfers of credit': 200,
  'changes of served models': 2_000,
} as const
