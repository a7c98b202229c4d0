/** Numbers fixed by the specification or by a promise of the product. Names end with their units. */
export const microUsdPerUsd = 1_000_000

/** The name and lifetime of the session cookie (specification, section 9). */
export const tokenCookie = 'token'

export const sessionLifeS = 7 * 24 * 60 * 60

/** The lifetime of an access token: after it the server answers 403 `token_expired`. */
export const tokenLifeS = 15 * 60

/** One-time codes: six digits, ten minutes, five tries, one email a minute (specification, section 9). */
export const otpLength = 6

export const otpMinimumAccepted = 4

export const otpLifeS = 10 * 60

export const otpTriesMax = 5

export const otpResendS = 60

/** The lifetime of the temporary token of a password reset. */
export const resetLifeS = 10 * 60

/** How long a re-authentication is valid. */
export const confirmedForS = 15 * 60

/** An account whose email address was never verified is deleted after this. */
export const unverifiedAccountLifeS = 7 * 24 * 60 * 60

/** The lifetime of an invitation to a company. */
export const invitationLifeS = 14 * 24 * 60 * 60

/** A quote's price is locked this long and redeemed at most once. */
export const quoteLifeS = 60

export const enrolmentTokenLifeS = 10 * 60

/** The interval of an agent's heartbeats, and the time after which its machine counts as offline. */
export const heartbeatMs = 5_000

export const machineSilentAfterMs = 30_000

/** How long a computer and its GPUs stay with their owner after the last heartbeat of its agent. */
export const computerKeptForDays = 7

/** A hold covers this much use ahead; it is topped up when less than the second value is left. */
export const holdAheadS = 15 * 60

export const holdTopUpBelowS = 10 * 60

/** An instance is stopped when its hold covers less use than this. */
export const holdStopBelowS = 20

/** How long a running instance is free until it is ready, over all starts of one order. */
export const freeStartS = 5 * 60

/** The same for all orders of one user within a day. */
export const freeStartPerDayS = 30 * 60

/** After a stop or destroy, at most this much is charged, whatever the machine reports. */
export const stopChargedS = 10

/** A connected machine that has not carried out a stop within this time is unlisted. */
export const stopActedWithinS = 70

/** Use is booked to the ledger at least this often. */
export const captureEveryS = 60

/** Warnings before the balance runs out, in seconds of use left. */
export const exhaustionWarningsS = [3600, 600] as const

/** The part of an instance's budget whose use is told to its renter, in percent. */
export const budgetWarningPercent = 80

/** How long before a rule stops an instance its renter is told. */
export const stopNoticeS = 5 * 60

/** How long before an order at the full price stops an interruptible instance its renter is told. */
export const interruptionNoticeS = 30

/** For so long after a start no other bid takes the slots of an interruptible instance. */
export const bidMinimumRunS = 15 * 60

/** The bids for an offer are cleared among themselves at most this often. */
export const bidClearingEveryS = 60

/** How long the disk of a stopped instance is kept after the balance is used up. */
export const diskKeptAfterExhaustionS = 48 * 60 * 60

/** A volume has this much of its price on hold when it is charged, once an hour, and for the hour after that. */
export const volumeHoldAheadS = 2 * 60 * 60

/** How long snapshots are kept after the balance is used up, without a charge. */
export const snapshotsKeptAfterExhaustionS = 7 * 24 * 60 * 60

/** The same for backups that are stored with us. */
export const backupsKeptAfterExhaustionS = 7 * 24 * 60 * 60

/** Uploads are hashed in blocks of this size; the hash of the list of hashes identifies the content. */
export const hashBlockBytes = 8 * 1024 * 1024

/** An upload without activity is deleted after this. */
export const renderUploadLifeS = 24 * 60 * 60

/** The lease of frames: a machine that sends no report for this long has lost them. */
export const renderLeaseS = 45

/** The number of machines that must fail at a frame before it has failed. */
export const renderFailuresMax = 3

/** No frame costs more than this many times the estimate that the user saw. */
export const framePriceTimesMax = 3

/** A held picture that was neither checked nor accepted has failed after this; its pay is released to the renter. */
export const renderHeldLifeS = 14 * 24 * 60 * 60

/** Samples of the canary that a machine of score 1 renders in a minute. */
export const canarySamplesPerMinute = 1_000

/** The default price of a reference hour. */
export const usualRenderMicroUsdPerHour = 300_000

/** The default hold for a test frame. */
export const usualTestBudgetMicroUsd = 250_000

/** The prefix of every API key, so that secret scanners recognise a leaked one. */
export const apiKeyPrefix = 'glk_'

export const limits = {
  diskGbMin: 1,
  diskGbMax: 16_384,
  /** The maximum size of an image on a machine, in GB of its unpacked layers. */
  imageUnpackedGbMax: 64,
  slotsPerInstance: 16,
  envEntries: 64,
  envValueChars: 4_096,
  ports: 64,
  startScriptBytes: 64 * 1024,
  dockerOptionsChars: 8 * 1024,
  entryPointArguments: 128,
  entryPointArgumentChars: 4_096,
  shmMibMax: 1024 * 1024,
  templateNameChars: 80,
  templateDescriptionChars: 300,
  readmeChars: 64 * 1024,
  templateTags: 10,
  /** Of a template; the oldest ones are deleted. */
  templateVersions: 200,
  templateSourceChars: 256 * 1024,
  labelChars: 80,
  /** Of an instance. */
  noteChars: 2_000,
  /** Of a backup plan. */
  backupPaths: 20,
  backupPathChars: 1_024,
  backupExcludes: 50,
  /** Of each kind that a retention names. */
  backupPointsKept: 200,
  /** Instances of one action. */
  instancesAtOnce: 100,
  /** Of the rules that stop an instance by themselves. */
  idleMinutesMin: 10,
  idleMinutesMax: 24 * 60,
  stopAfterSMin: 10 * 60,
  stopAfterSMax: 365 * 24 * 60 * 60,
  postponeMinutesMax: 24 * 60,
  instanceBudgetMicroUsdMin: 10_000,
  instanceBudgetMicroUsdMax: 1_000_000_000_000,
  jsonBodyBytes: 1024 * 1024,
  /** Of a body that needs no token. */
  publicBodyBytes: 64 * 1024,
  /** The maximum nesting depth of a JSON body, and its maximum number of values. */
  jsonDepth: 64,
  jsonValues: 65_536,
  /** The maximum open at a time: server-sent events, and WebSockets, of which each forwarded connection takes one. */
  eventStreamsPerAccount: 100,
  socketsPerAccount: 500,
  logTailLines: 10_000,
  execOutputBytes: 8 * 1024 * 1024,
  execTimeoutS: 3_600,
  pictureBytes: 256 * 1024,
  /** Per user; a company has none. */
  sshKeysPerAccount: 50,
  passkeysPerAccount: 20,
  walletsPerAccount: 20,
  membersPerCompany: 1_000,
  sceneBytes: 20 * 1024 ** 3,
  /** Of one picture, such as 8192 × 8192. */
  framePixels: 67_108_864,
  framesPerJob: 200_000,
  framesPerCall: 10_000,
} as const

/** The maximum of a user and the companies they own, counted together (docs/decisions/0112). */
export const quotas = {
  companies: 10,
  apiKeys: 100,
  /** Except destroyed ones. */
  instances: 500,
  /** A data centre has hundreds. */
  machines: 2_000,
  /** Those that still wait. */
  offerAlerts: 20,
  savedSearches: 50,
  autoOrders: 20,
  webhooks: 20,
  snapshots: 200,
  snapshotStoreGb: 2_000,
  /** Open ones. */
  tcpPorts: 100,
  volumes: 100,
  /** Those that have not ended. */
  reservations: 100,
  templates: 500,
  backupPlans: 100,
  backupStoreGb: 2_000,
  sceneStoreGiB: 100,
  /** Including uploads in progress. */
  scenes: 2_000,
  renderJobsOpen: 200,
  /** Including ended jobs that were not deleted. */
  renderJobs: 5_000,
  chats: 20_000,
  chatTextMiB: 512,
  answersAtOnce: 32,
} as const

/** How often one user may create a permanent record in a day, for themselves and their companies together. */
export const dailyMax = {
  'API keys': 200,
  instances: 1_000,
  'enrolment tokens': 2_000,
  'render jobs': 1_000,
  snapshots: 500,
  volumes: 200,
  templates: 500,
  'backup plans': 200,
  'backup runs': 2_000,
  scenes: 2_000,
  'transfers of credit': 200,
  'changes of served models': 2_000,
} as const
