import type { Operation } from '../operation.ts';
import { listTokens, revokeCurrentToken, whoami } from './account.ts';
import { deleteActivity, setActivity } from './activity.ts';
import { connect, pollConnect } from './connect.ts';
import { getDay, listDays } from './days.ts';
import { findFoods } from './foods.ts';
import { deleteMeal, listMeals, logMeal } from './meals.ts';
import { getMeta } from './meta.ts';
import { createProfile, listProfiles } from './profiles.ts';
import { getReport, getReportOfRange } from './reports.ts';
import { createShareLink, listShareLinks, revokeShareLink } from './share-links.ts';
import { deleteSleep, setSleep } from './sleep.ts';
import { addWellbeingNote, deleteWellbeingNote } from './wellbeing.ts';

/** Every operation that is served, in the order of the specification (part 4). */
export const OPERATIONS: readonly Operation[] = [
  getMeta,
  connect,
  pollConnect,
  whoami,
  listTokens,
  revokeCurrentToken,
  listProfiles,
  createProfile,
  logMeal,
  listMeals,
  deleteMeal,
  findFoods,
  getDay,
  listDays,
  setActivity,
  setSleep,
  deleteActivity,
  deleteSleep,
  addWellbeingNote,
  deleteWellbeingNote,
  getReport,
  getReportOfRange,
  listShareLinks,
  createShareLink,
  revokeShareLink,
];
