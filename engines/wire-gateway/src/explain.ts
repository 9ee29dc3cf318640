import { type Document, serialize } from 'bson';
import type { Command, Reply } from './command.ts';
import { CommandError } from './command-error.ts';
import type { Query } from './postgres-connection.ts';

/** A node of a PostgreSQL plan. The actual rows are of one loop. */
type PlanNode = {
  'Node Type': string;
  'Index Name'?: string;
  'Index Cond'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Heap Fetches'?: number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
};

/** MongoDB's names for what PostgreSQL does. Nodes of other types are left out, in favour of what they read from. */
const STAGES: Record<string, string> = {
  'Bitmap Heap Scan': 'FETCH',
  BitmapOr: 'OR',
  BitmapAnd: 'AND_SORTED',
  Sort: 'SORT',
  'Incremental Sort': 'SORT',
  Limit: 'LIMIT',
  Aggregate: 'GROUP',
  Group: 'GROUP',
  'Nested Loop': 'LOOKUP',
  'Hash Join': 'LOOKUP',
  'Merge Join': 'LOOKUP',
  Append: 'UNION',
  'Function Scan': 'EOF',
};

/** The engine's function that plans a command. */
const PLANNED_BY: Record<string, string> = {
  find: 'bson_aggregation_find',
  aggregate: 'bson_aggregation_pipeline',
  count: 'bson_aggregation_count',
  distinct: 'bson_aggregation_distinct',
};

/**
 * The `explain` command. The numbers come from PostgreSQL's plan; a write is explained as the find of what it writes to.
 * @throws CommandError for a command that has no plan
 */
export const explain = async ({ database, body }: Command, query: Query): Promise<Reply> => {
  const read = readOf(body.explain);
  const [name = ''] = Object.keys(read);
  const planner = PLANNED_BY[name];
  if (!planner) throw new CommandError('CommandNotSupported', `explain of ${name} is not supported`);
  const executed = body.verbosity !== 'queryPlanner' && !writesResult(read);
  const [text] = await query(
    `EXPLAIN (FORMAT JSON, ANALYZE ${executed}, TIMING ${executed}) SELECT document FROM documentdb_api_catalog.${planner}($1, $2)`,
    [database, serialize(read)],
  );
  const [{ Plan: plan, 'Execution Time': milliseconds = 0 }] = JSON.parse(text as string);
  return {
    queryPlanner: { namespace: `${database}.${read[name]}`, winningPlan: stageOf(plan), rejectedPlans: [] },
    ...(executed && { executionStats: executionStats(plan, milliseconds) }),
    command: body.explain,
  };
};

/** The command that reads what `command` reads. */
const readOf = (command: Document): Document => {
  const [name] = Object.keys(command);
  const { updates: [update] = [], deletes: [deletion] = [], query = {}, sort } = command;
  switch (name) {
    case 'update':
      return { find: command.update, filter: update?.q ?? {}, ...(!update?.multi && { limit: 1 }) };
    case 'delete':
      return { find: command.delete, filter: deletion?.q ?? {}, limit: deletion?.limit ?? 0 };
    case 'findAndModify':
      return { find: command.findAndModify, filter: query, ...(sort && { sort }), limit: 1 };
    case 'aggregate':
      return { ...command, cursor: {} };
    default:
      return command;
  }
};

/** Such an aggregation must not run to be explained. */
const writesResult = ({ pipeline }: Document): boolean => {
  const last = pipeline?.at(-1) ?? {};
  return '$out' in last || '$merge' in last;
};

const stageOf = (node: PlanNode): Document => {
  if (readsAll(node)) return { stage: 'COLLSCAN' };
  if (node['Index Name']) {
    const indexScan = { stage: 'IXSCAN', indexName: node['Index Name'] };
    return node['Node Type'] === 'Index Scan' ? { stage: 'FETCH', inputStage: indexScan } : indexScan;
  }
  const stage = STAGES[node['Node Type']];
  const inputStages = (node.Plans ?? []).map(stageOf);
  const [inputStage] = inputStages;
  if (!inputStage) return { stage: stage ?? node['Node Type'] };
  if (inputStages.length > 1) return { stage: stage ?? node['Node Type'], inputStages };
  const isFetched = stage === 'FETCH' && inputStage.stage === 'COLLSCAN';
  return stage && !isFetched ? { stage, inputStage } : inputStage;
};

/** Before it knows how many rows there are, PostgreSQL reads a whole collection by way of its index on `_id`. */
const readsAll = (node: PlanNode) =>
  node['Node Type'] === 'Seq Scan' ||
  (node['Index Name'] === '_id_' && !node['Index Cond']?.includes('object_id'));

const executionStats = (plan: PlanNode, milliseconds: number): Document => {
  const nodes = allNodes(plan);
  return {
    executionSuccess: true,
    nReturned: Math.round(plan['Actual Rows'] ?? 0),
    executionTimeMillis: Math.round(milliseconds),
    totalKeysExamined: total(nodes.map(keysExamined)),
    totalDocsExamined: total(nodes.map(documentsExamined)),
  };
};

const allNodes = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(allNodes)];

const total = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0);

const keysExamined = (node: PlanNode): number => (node['Index Name'] && !readsAll(node) ? rowsMet(node) : 0);

const documentsExamined = (node: PlanNode): number => {
  switch (node['Node Type']) {
    case 'Seq Scan':
    case 'Index Scan':
    case 'Bitmap Heap Scan':
      return rowsMet(node);
    case 'Index Only Scan':
      return node['Heap Fetches'] ?? 0;
    default:
      return 0;
  }
};

/** What the node gave, and what it threw away. */
const rowsMet = (node: PlanNode): number => {
  const rows =
    (node['Actual Rows'] ?? 0) +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0);
  return Math.round(rows * (node['Actual Loops'] ?? 1));
};
