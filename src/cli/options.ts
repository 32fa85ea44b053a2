// Adds declared options to commands, and turns their values into settings.
import { type Command, InvalidArgumentError, Option } from 'commander'
import type { OptionDeclaration } from '../base/options/option.ts'
import { type ClientSettings, clientOptions, type runOptions } from '../base/options/run-options.ts'
import type { Options } from '../settings/run-config.ts'
import type { tenantOptions } from '../settings/tenant-options.ts'
