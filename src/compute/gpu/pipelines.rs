//! The shaders, compiled.

use super::super::ComputeError;
use super::connect::Gpu;

/// `common.wgsl` in front of a shader: the sources that the browser gets and that `tests/wgsl.rs` validates.
macro_rules! shader {
    ($file:literal) => {
        (
            $file,
            concat!(
                include_str!("shaders/common.wgsl"),
                "\n",
                include_str!(concat!("shaders/", $file, ".wgsl"))
            ),
        )
    };
}

/// One pipeline per shader. The layouts of their bindings are taken from the shaders themselves.
pub(super) struct Pipelines {
    pub rotate: wgpu::ComputePipeline,
    pub dot: wgpu::ComputePipeline,
    pub relative: wgpu::ComputePipeline,
    pub softmax: wgpu::ComputePipeline,
    pub output: wgpu::ComputePipeline,
    pub values: wgpu::ComputePipeline,
    pub top: wgpu::ComputePipeline,
    pub paint: wgpu::RenderPipeline,
}

impl Pipelines {
    /// Compiles all of them.
    ///
    /// # Errors
    /// [`ComputeError::Gpu`] with the browser's message if it refuses one.
    pub async fn compile(gpu: &Gpu) -> Result<Self, ComputeError> {
        let scope = gpu.device.push_error_scope(wgpu::ErrorFilter::Validation);
        let pipelines = Pipelines {
            rotate: compute(gpu, shader!("rotate")),
            dot: compute(gpu, shader!("dot")),
            relative: compute(gpu, shader!("relative")),
            softmax: compute(gpu, shader!("softmax")),
            output: compute(gpu, shader!("output")),
            values: compute(gpu, shader!("values")),
            top: compute(gpu, shader!("top")),
            paint: paint(gpu, shader!("paint")),
        };
        match scope.pop().await {
            Some(error) => Err(ComputeError::Gpu(error.to_string())),
            None => Ok(pipelines),
        }
    }
}

/// The shader of long maps, compiled when the first of them is drawn.
pub(super) fn long(gpu: &Gpu) -> wgpu::ComputePipeline {
    compute(gpu, shader!("long"))
}

fn module(gpu: &Gpu, (name, source): (&str, &str)) -> wgpu::ShaderModule {
    let source = wgpu::ShaderSource::Wgsl(source.into());
    gpu.device.create_shader_module(wgpu::ShaderModuleDescriptor { label: Some(name), source })
}

fn compute(gpu: &Gpu, shader: (&str, &str)) -> wgpu::ComputePipeline {
    gpu.device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
        label: Some(shader.0),
        layout: None,
        module: &module(gpu, shader),
        entry_point: Some("main"),
        compilation_options: Default::default(),
        cache: None,
    })
}

fn paint(gpu: &Gpu, shader: (&str, &str)) -> wgpu::RenderPipeline {
    let module = module(gpu, shader);
    gpu.device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: Some(shader.0),
        layout: None,
        vertex: wgpu::VertexState {
            module: &module,
            entry_point: Some("cover"),
            compilation_options: Default::default(),
            buffers: &[],
        },
        primitive: Default::default(),
        depth_stencil: None,
        multisample: Default::default(),
        fragment: Some(wgpu::FragmentState {
            module: &module,
            entry_point: Some("color"),
            compilation_options: Default::default(),
            targets: &[Some(gpu.canvas_format.into())],
        }),
        multiview_mask: None,
        cache: None,
    })
}

/// Binds `buffers` to bindings 0, 1, 2 … of group 0.
pub(super) fn bind(gpu: &Gpu, layout: &wgpu::BindGroupLayout, buffers: &[&wgpu::Buffer]) -> wgpu::BindGroup {
    let entries: Vec<_> = (0..)
        .zip(buffers)
        .map(|(binding, buffer)| wgpu::BindGroupEntry { binding, resource: buffer.as_entire_binding() })
        .collect();
    gpu.device.create_bind_group(&wgpu::BindGroupDescriptor { label: None, layout, entries: &entries })
}
