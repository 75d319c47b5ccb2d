//! How the definitions of a schema refer to each other.
//!
//! The renderers decide with it what must have a name: recursion, definitions that would be
//! repeated at length, and chains too deep to be written in one piece. Only what a signature
//! shows is followed, so a definition nobody uses costs nothing.
//!
//! Invariant: linear in the size of the reachable schema; no native recursion.

use rustc_hash::FxHashMap;
use serde_json::Value;

use super::Document;
use super::keywords::{Keywords, list, table};

/// Identity of a schema: its address, stable while the document is borrowed.
pub(crate) type SchemaId = usize;

/// The identity of a schema inside a borrowed document.
pub(crate) fn schema_id(schema: &Value) -> SchemaId {
    std::ptr::from_ref(schema).addr()
}

/// What is known about one referenced schema.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Facts {
    /// Reaches itself.
    pub(crate) recursive: bool,
    /// Reaches itself through unions, intersections and references alone.
    pub(crate) bare_cycle: bool,
    /// How often it is referred to.
    pub(crate) uses: u32,
    /// Levels it has when written in one piece.
    pub(crate) height: u32,
    /// About how many bytes it takes when written in one piece.
    pub(crate) size: u32,
}

/// Facts about every schema that is referred to.
#[derive(Debug, Default)]
pub(crate) struct Graph {
    facts: FxHashMap<SchemaId, Facts>,
}

#[derive(Default)]
struct Node {
    edges: Vec<Edge>,
    height: u32,
    size: u32,
}

#[derive(Clone, Copy)]
struct Edge {
    to: usize,
    depth: u32,
    bare: bool,
}

/// Schemas looked at per graph; what lies beyond is treated as not referring to anything.
const MAX_VISITS: usize = 400_000;

impl Graph {
    /// Everything that is reachable from these schemas.
    pub(crate) fn of<'a>(roots: impl IntoIterator<Item = (&'a Value, &'a Document)>) -> Self {
        let mut ids: FxHashMap<SchemaId, usize> = FxHashMap::default();
        let mut queue: Vec<(&Value, &Value, &Document)> = Vec::new();
        for (schema, document) in roots {
            ids.entry(schema_id(schema)).or_insert_with(|| {
                queue.push((schema, document.root(), document));
                queue.len() - 1
            });
        }
        let mut nodes: Vec<Node> = Vec::new();
        let mut uses: Vec<u32> = vec![0; queue.len()];
        let mut visits = 0;
        while let Some((target, resource, document)) = queue.get(nodes.len()).copied() {
            let mut node = Node::default();
            let mut stack = vec![(target, resource, 0u32, true)];
            while let Some((part, outer, depth, bare)) = stack.pop() {
                visits += 1;
                node.height = node.height.max(depth);
                node.size = node.size.saturating_add(12);
                let Value::Object(map) = part else { continue };
                if visits > MAX_VISITS {
                    continue;
                }
                let keywords = Keywords::of(map);
                let resource = if keywords.is_resource() { part } else { outer };
                if let Some(to) =
                    keywords.target().and_then(|text| document.resolve(text, resource))
                {
                    let index = *ids.entry(schema_id(to)).or_insert_with(|| {
                        queue.push((to, resource, document));
                        uses.push(0);
                        queue.len() - 1
                    });
                    if let Some(count) = uses.get_mut(index) {
                        *count += 1;
                    }
                    node.edges.push(Edge { to: index, depth, bare });
                }
                children(&keywords, |child| {
                    node.size = node.size.saturating_add(child.text);
                    let depth = depth.saturating_add(1);
                    stack.push((child.schema, resource, depth, bare && child.bare));
                });
                if let Some(values) = list(keywords.enumeration) {
                    node.size = node.size.saturating_add(12 * values.len() as u32);
                }
            }
            nodes.push(node);
        }
        let recursive = cycles(&nodes, false);
        let bare = cycles(&nodes, true);
        let (heights, sizes) = extents(&nodes, &recursive);
        let facts = ids.into_iter().map(|(id, index)| {
            let facts = Facts {
                recursive: recursive[index],
                bare_cycle: bare[index],
                uses: uses[index],
                height: heights[index],
                size: sizes[index],
            };
            (id, facts)
        });
        Graph { facts: facts.collect() }
    }

    /// What is known about a schema; nothing special when it was never referred to.
    pub(crate) fn facts(&self, schema: &Value) -> Facts {
        self.facts.get(&schema_id(schema)).copied().unwrap_or_default()
    }
}

/// A schema inside a schema.
pub(crate) struct Child<'a> {
    pub(crate) schema: &'a Value,
    /// Whether it stands in the same place as its parent (union, intersection).
    pub(crate) bare: bool,
    /// Bytes that its label takes.
    text: u32,
}

/// Visits the schemas inside a schema that a signature shows.
pub(crate) fn children<'a>(keywords: &Keywords<'a>, mut visit: impl FnMut(Child<'a>)) {
    let mut push = |schema: &'a Value, bare: bool, text: usize| {
        if schema.is_object() {
            visit(Child { schema, bare, text: text.min(1_000) as u32 });
        }
    };
    for members in [table(keywords.properties), table(keywords.pattern_properties)] {
        for (name, member) in members.into_iter().flatten() {
            push(member, false, name.len() + 4);
        }
    }
    for schema in
        [keywords.additional_properties, keywords.unevaluated_properties, keywords.additional_items]
    {
        schema.into_iter().for_each(|schema| push(schema, false, 16));
    }
    for items in [keywords.items, keywords.prefix_items] {
        match items {
            Some(Value::Array(items)) => items.iter().for_each(|item| push(item, false, 4)),
            Some(schema) => push(schema, false, 7),
            None => {}
        }
    }
    for members in [keywords.any_of, keywords.one_of, keywords.all_of] {
        list(members).into_iter().flatten().for_each(|member| push(member, true, 3));
    }
    for schema in [keywords.condition, keywords.then, keywords.otherwise] {
        schema.into_iter().for_each(|schema| push(schema, true, 3));
    }
}

/// For every node whether it lies on a cycle (Tarjan's components, iteratively).
fn cycles(nodes: &[Node], bare_only: bool) -> Vec<bool> {
    const NEW: u32 = u32::MAX;
    let count = nodes.len();
    let mut order = vec![NEW; count];
    let mut low = vec![0u32; count];
    let mut on_stack = vec![false; count];
    let mut on_cycle = vec![false; count];
    let mut component = Vec::new();
    let mut next = 0u32;
    for start in 0..count {
        if order[start] != NEW {
            continue;
        }
        let mut work = vec![(start, 0usize)];
        while let Some((node, position)) = work.pop() {
            if position == 0 {
                order[node] = next;
                low[node] = next;
                next += 1;
                component.push(node);
                on_stack[node] = true;
            }
            let mut descended = false;
            let edges = &nodes[node].edges;
            for (offset, edge) in edges.iter().enumerate().skip(position) {
                if bare_only && !edge.bare {
                    continue;
                }
                if edge.to == node {
                    on_cycle[node] = true;
                }
                if order[edge.to] == NEW {
                    work.push((node, offset + 1));
                    work.push((edge.to, 0));
                    descended = true;
                    break;
                }
                if on_stack[edge.to] {
                    low[node] = low[node].min(order[edge.to]);
                }
            }
            if descended {
                continue;
            }
            if let Some((parent, _)) = work.last() {
                low[*parent] = low[*parent].min(low[node]);
            }
            if low[node] == order[node] {
                let mut members = Vec::new();
                while let Some(member) = component.pop() {
                    on_stack[member] = false;
                    members.push(member);
                    if member == node {
                        break;
                    }
                }
                if members.len() > 1 {
                    members.into_iter().for_each(|member| on_cycle[member] = true);
                }
            }
        }
    }
    on_cycle
}

/// Height and size of every node written in one piece; recursive ones count as unbounded.
fn extents(nodes: &[Node], recursive: &[bool]) -> (Vec<u32>, Vec<u32>) {
    let count = nodes.len();
    let mut heights = vec![0u32; count];
    let mut sizes = vec![0u32; count];
    let mut done = vec![false; count];
    for start in 0..count {
        let mut work = vec![(start, false)];
        while let Some((node, ready)) = work.pop() {
            if done[node] {
                continue;
            }
            if recursive[node] {
                heights[node] = u32::MAX / 2;
                sizes[node] = u32::MAX / 2;
                done[node] = true;
                continue;
            }
            if !ready {
                work.push((node, true));
                for edge in &nodes[node].edges {
                    if !done[edge.to] {
                        work.push((edge.to, false));
                    }
                }
                continue;
            }
            let mut height = nodes[node].height;
            let mut size = nodes[node].size;
            for edge in &nodes[node].edges {
                // A recursive part is written as its name.
                if recursive[edge.to] {
                    size = size.saturating_add(8);
                    continue;
                }
                height = height.max(edge.depth.saturating_add(heights[edge.to]));
                size = size.saturating_add(sizes[edge.to]);
            }
            heights[node] = height;
            sizes[node] = size;
            done[node] = true;
        }
    }
    (heights, sizes)
}
