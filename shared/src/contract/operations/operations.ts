import type { Operation } from '../operation.ts';
import { listTokens, revokeCurrentToken, whoami } from './account.ts';
import { deleteActivity, setActivity, updateActivity } from './activity.ts';
import { connect, pollConnect } from './connect.ts';
import { copyMeal } from './copies.ts';
import { getDay, listDays } from './days.ts';
import { findFoods } from './foods.ts';
import { getRecord, listChanges, restoreRecord } from './history.ts';
import { updateMeal } from './meal-correction.ts';
import { deleteMeal, listMeals, logMeal } from './meals.ts';
import { getMeta } from './meta.ts';
import { createProfile, listProfiles } from './profiles.ts';
import { getReport, getReportOfRange } from './reports.ts';
import { createShareLink, listShareLinks, revokeShareLink } from './share-links.ts';
import { deleteSleep, setSleep, updateSleep } from './sleep.ts';
import { addWellbeingNote, deleteWellbeingNote, updateWellbeingNote } from './wellbeing.ts';

/** Every operation that is served: those of the specification in its order (part 4), then the others. */
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
  copyMeal,
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
  updateMeal,
  updateWellbeingNote,
  updateActivity,
  updateSleep,
  getRecord,
  restoreRecord,
  listChanges,
];
